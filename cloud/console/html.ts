/** Text that is HTML already: the only thing that `html` does not escape. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Child = Html | string | number | null | readonly Child[];

/** HTML from a template; everything put in is escaped, for content and for quoted attributes alike. Screen text is never trusted. */
export function html(parts: TemplateStringsArray, ...children: readonly Child[]): Html {
  return new Html(parts.reduce((text, part, i) => text + render(children[i - 1] ?? null) + part));
}

function render(child: Child): string {
  if (child === null) return '';
  if (child instanceof Html) return child.text;
  if (typeof child === 'string') return escapeHtml(child);
  return typeof child === 'number' ? String(child) : child.map(render).join('');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Also makes visible what would turn the direction of the text or hide in it. */
export function escapeHtml(text: string): string {
  return text
    .replace(
      /[\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF]/g,
      (hidden) => `‹U+${hidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`,
    )
    .replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
    .replace(/\p{Surrogate}|\0/gu, '\uFFFD');
}
