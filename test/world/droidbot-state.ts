/** One node of a state that DroidBot recorded. */
interface View {
  readonly parent: number;
  readonly children?: readonly number[];
  readonly bounds: readonly [readonly [number, number], readonly [number, number]];
  readonly class: string;
  readonly package: string | null;
  readonly text: string | null;
  readonly content_description: string | null;
  readonly resource_id: string | null;
  readonly [flag: string]: unknown;
}

export interface DroidBotState {
  readonly state_str: string;
  readonly foreground_activity: string;
  readonly width?: number;
  readonly height?: number;
  readonly views: readonly View[];
}

const escaped = (text: string): string => text.replace(/[&<>"\n]/g, (c) => `&#${c.charCodeAt(0)};`);

const flags: readonly (readonly [string, string])[] = [
  ['checkable', 'checkable'],
  ['checked', 'checked'],
  ['clickable', 'clickable'],
  ['enabled', 'enabled'],
  ['focusable', 'focusable'],
  ['focused', 'focused'],
  ['long_clickable', 'long-clickable'],
  ['is_password', 'password'],
  ['scrollable', 'scrollable'],
  ['selected', 'selected'],
  ['visible', 'displayed'],
];

/** DroidBot keeps the portrait size when the phone is turned; what reaches beyond it tells. */
function screenOf({ width = 0, height = 0, views }: DroidBotState): [number, number] {
  const turned = views.some((view) => view.parent === -1 && view.bounds[1][0] > width);
  return turned ? [height, width] : [width, height];
}

/** The same state as UiAutomator2 would have given it. */
export function asPageSource(state: DroidBotState): string {
  const [width, height] = screenOf(state);
  const write = (index: number): string => {
    const view = state.views[index];
    if (view === undefined) return '';
    const [[l, t], [r, b]] = view.bounds;
    const attributes = [
      `class="${escaped(view.class)}"`,
      `package="${escaped(view.package ?? '')}"`,
      `text="${escaped(view.text ?? '')}"`,
      `content-desc="${escaped(view.content_description ?? '')}"`,
      `resource-id="${escaped(view.resource_id ?? '')}"`,
      `bounds="[${l},${t}][${r},${b}]"`,
      ...flags.filter(([from]) => typeof view[from] === 'boolean').map(([from, to]) => `${to}="${String(view[from])}"`),
    ];
    return `<node ${attributes.join(' ')}>${(view.children ?? []).map(write).join('')}</node>`;
  };
  const roots = [...state.views.keys()].filter((i) => state.views[i]?.parent === -1);
  return `<?xml version="1.0" encoding="UTF-8"?><hierarchy rotation="0" width="${width}" height="${height}">${roots.map(write).join('')}</hierarchy>`;
}
