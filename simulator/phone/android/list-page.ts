import type { Rect } from '../geometry.ts';
import { label } from '../labels/label.ts';
import type { PhoneState } from '../phone-state.ts';
import { lineHeight } from '../render/font.ts';
import type { BarAction, ListScreen } from '../screen.ts';
import type { Draft } from '../ui-node.ts';
import { buttonNode, fieldNode, heightOf, itemNode, type Place, words } from './items.ts';
import { dp, keyboardTop, navigationBar, screen, sp, statusBar, themeOf, toolbar, whole } from './metrics.ts';

const layout = (cls: string, frame: Rect, children: readonly Draft[], id?: string): Draft => ({
  cls: `android.widget.${cls}`,
  frame,
  children,
  ...(id === undefined ? {} : { id }),
});

const barTop = statusBar;
const barBottom = statusBar + toolbar;

function actionNode(phone: PhoneState, action: BarAction, right: number): Draft {
  return {
    cls: 'android.widget.TextView',
    key: `action:${action.key}`,
    desc: action.label,
    frame: [right - dp(48), barTop + dp(4), right, barBottom - dp(4)],
    clickable: true,
    focusable: true,
    looks: [{ kind: 'icon', name: action.icon, colour: themeOf(phone).faint, size: dp(24) }],
    acts: { tap: action.tap },
  };
}

function bar(place: Place, page: ListScreen): Draft {
  const { phone } = place;
  const theme = themeOf(phone);
  const size = sp(phone, 20);
  const titleLeft = page.up === undefined ? dp(16) : dp(72);
  const actionsLeft = screen.width - dp(48) * page.actions.length;
  const titleTop = barTop + Math.round((toolbar - lineHeight(size)) / 2);
  const children: Draft[] = [];
  if (page.up !== undefined) {
    children.push({
      cls: 'android.widget.ImageButton',
      key: 'up',
      desc: label(phone, 'w.up'),
      frame: [0, barTop, toolbar, barBottom],
      clickable: true,
      focusable: true,
      looks: [{ kind: 'icon', name: 'back', colour: theme.text, size: dp(24) }],
      acts: { tap: page.up },
    });
  }
  if (page.search === undefined) {
    children.push(
      words(
        phone,
        page.title,
        { x: titleLeft, y: titleTop, room: actionsLeft - titleLeft - dp(8) },
        { sp: 20, colour: theme.text, key: 'title' },
      ),
    );
  } else {
    children.push(
      fieldNode(place, { ...page.search, id: `${place.package}:id/search_src_text` }, [
        titleLeft,
        barTop + dp(4),
        actionsLeft - dp(4),
        barBottom - dp(4),
      ]),
    );
  }
  if (page.actions.length > 0) {
    children.push(
      layout(
        'LinearLayout',
        [actionsLeft, barTop, screen.width, barBottom],
        page.actions.map((action, i) => actionNode(phone, action, actionsLeft + dp(48) * (i + 1))),
      ),
    );
  }
  return {
    cls: 'android.view.ViewGroup',
    key: 'bar',
    id: `${place.package}:id/action_bar`,
    frame: [0, barTop, screen.width, barBottom],
    children,
  };
}

/** The search bar on an app's first page, as Settings has it. */
function searchCard(place: Place, search: NonNullable<ListScreen['searchBar']>): Draft {
  const { phone } = place;
  const theme = themeOf(phone);
  const card: Rect = [dp(8), barTop + dp(8), screen.width - dp(8), barTop + dp(56)];
  return layout(
    'LinearLayout',
    [0, barTop, screen.width, barTop + dp(64)],
    [
      {
        cls: 'com.google.android.material.card.MaterialCardView',
        id: `${place.package}:id/search_bar`,
        frame: card,
        looks: [{ kind: 'fill', colour: theme.raised, radius: dp(8), border: theme.line }],
        children: [
          layout('FrameLayout', card, [
            {
              cls: 'android.view.ViewGroup',
              key: 'search',
              id: `${place.package}:id/search_action_bar`,
              frame: card,
              clickable: true,
              focusable: true,
              acts: { tap: search.tap },
              children: [
                {
                  cls: 'android.widget.ImageButton',
                  frame: [card[0], card[1], card[0] + dp(54), card[3]],
                  focusable: true,
                  looks: [{ kind: 'icon', name: 'search', colour: theme.faint, size: dp(24) }],
                },
                words(
                  phone,
                  search.label,
                  { x: card[0] + dp(64), y: card[1] + dp(14), room: dp(250) },
                  { sp: 16, colour: theme.faint, id: `${place.package}:id/search_action_bar_title` },
                ),
              ],
            },
          ]),
        ],
      },
    ],
    `${place.package}:id/app_bar`,
  );
}

function list(place: Place, page: ListScreen, viewport: Rect): Draft {
  const { phone } = place;
  const tops: number[] = [];
  let total = 0;
  for (const item of page.items) {
    tops.push(total);
    total += heightOf(place, item);
  }
  const end = Math.max(0, total - (viewport[3] - viewport[1]));
  const offset = Math.min(phone.scroll[page.key] ?? 0, end);
  const children = page.items.flatMap((item, i) => {
    const top = viewport[1] + (tops[i] ?? 0) - offset;
    const visible = top < viewport[3] && top + heightOf(place, item) > viewport[1];
    return visible ? [itemNode(place, item, top)] : [];
  });
  return {
    cls: 'androidx.recyclerview.widget.RecyclerView',
    key: 'list',
    id: `${place.package}:id/recycler_view`,
    frame: viewport,
    focusable: true,
    scrollable: end > 0,
    acts: { scroll: { offset, end, to: (to) => (now) => ({ ...now, scroll: { ...now.scroll, [page.key]: to } }) } },
    children,
  };
}

/** A field and its button share a row; buttons alone lie one under the other. */
const footerRows = (page: ListScreen): number => (page.footer[0]?.kind === 'field' ? 1 : page.footer.length);

function footer(place: Place, page: ListScreen, frame: Rect): Draft {
  const inARow = page.footer[0]?.kind === 'field';
  const buttonWidth = dp(104);
  const children = page.footer.map((item, i) => {
    const top = frame[1] + (inARow ? 0 : i * dp(72));
    const cut = inARow && page.footer.length > 1 ? buttonWidth : 0;
    if (item.kind === 'field') return fieldNode(place, item.field, [dp(16), top + dp(8), screen.width - dp(16) - cut, top + dp(64)]);
    const left = inARow ? screen.width - dp(8) - buttonWidth : dp(16);
    return buttonNode(place, item, [left, top + dp(12), screen.width - dp(inARow ? 8 : 16), top + dp(60)]);
  });
  return { cls: 'android.widget.LinearLayout', key: 'footer', id: `${place.package}:id/footer`, frame, children };
}

function tabs(place: Place, page: ListScreen, frame: Rect): Draft {
  const all = page.tabs ?? [];
  const theme = themeOf(place.phone);
  const each = Math.floor(screen.width / Math.max(1, all.length));
  return {
    cls: 'android.widget.FrameLayout',
    key: 'tabs',
    id: `${place.package}:id/bottom_navigation`,
    frame,
    looks: [{ kind: 'fill', colour: theme.raised, border: theme.line }],
    children: all.map((tab, i) => {
      const box: Rect = [each * i, frame[1], each * (i + 1), frame[3]];
      const colour = tab.on ? theme.accent : theme.faint;
      const text = words(
        place.phone,
        tab.title,
        { x: box[0], y: frame[1] + dp(38), room: each },
        { sp: 12, colour, id: `${place.package}:id/navigation_bar_item_label` },
      );
      const shift = Math.round((each - (text.frame[2] - text.frame[0])) / 2);
      return {
        cls: 'android.widget.FrameLayout',
        key: tab.key,
        desc: tab.title,
        frame: box,
        clickable: true,
        focusable: true,
        selected: tab.on,
        acts: { tap: tab.tap },
        children: [
          {
            cls: 'android.widget.ImageView',
            frame: [box[0], frame[1] + dp(8), box[2], frame[1] + dp(36)] as Rect,
            selected: tab.on,
            looks: [{ kind: 'icon' as const, name: tab.icon, colour, size: dp(24) }],
          },
          { ...text, selected: tab.on, frame: [text.frame[0] + shift, text.frame[1], text.frame[2] + shift, text.frame[3]] },
        ],
      };
    }),
  };
}

/** A page of an app: bar, list, and what is fixed below, nested as in the real Settings. */
export function listPage(phone: PhoneState, owner: string, page: ListScreen): Draft {
  const place: Place = {
    phone,
    package: owner,
    screen: page.key,
    icons: page.items.some((item) => 'icon' in item && item.icon !== undefined),
  };
  const theme = themeOf(phone);
  const resized = page.onKeyboard === 'resize' && phone.keyboard.shown && page.dialog === null;
  const bottom = resized ? keyboardTop : screen.height - navigationBar;
  const top = page.searchBar === undefined ? barBottom : barTop + dp(64);
  const tabsHeight = page.tabs === undefined ? 0 : dp(64);
  const footerTop = bottom - tabsHeight - dp(72) * footerRows(page);
  const body: Rect = [0, top, screen.width, footerTop];
  const content: Rect = [0, top, screen.width, bottom];
  const head = page.searchBar === undefined ? bar(place, page) : searchCard(place, page.searchBar);
  const wrap = (children: readonly Draft[]): Draft =>
    layout(
      'FrameLayout',
      content,
      [
        layout('LinearLayout', content, [
          layout(
            'FrameLayout',
            content,
            [
              layout(
                'LinearLayout',
                content,
                [layout('FrameLayout', body, children, 'android:id/list_container')],
                `${owner}:id/container_material`,
              ),
            ],
            `${owner}:id/main_content`,
          ),
        ]),
      ],
      `${owner}:id/content_frame`,
    );
  const extras: Draft[] = [];
  if (page.footer.length > 0) extras.push(footer(place, page, [0, footerTop, screen.width, bottom - tabsHeight]));
  if (page.tabs !== undefined) extras.push(tabs(place, page, [0, bottom - tabsHeight, screen.width, bottom]));
  if (page.floating !== undefined) {
    const { floating } = page;
    const size = dp(56);
    const corner: Rect = [screen.width - dp(16) - size, footerTop - dp(16) - size, screen.width - dp(16), footerTop - dp(16)];
    extras.push({
      cls: 'android.widget.ImageButton',
      key: `floating:${floating.key}`,
      id: `${owner}:id/fab`,
      desc: floating.label,
      frame: corner,
      clickable: true,
      focusable: true,
      acts: { tap: floating.tap },
      looks: [
        { kind: 'fill', colour: theme.accent, radius: dp(28) },
        { kind: 'icon', name: floating.icon, colour: theme.onAccent, size: dp(24) },
      ],
    });
  }
  const inside: Rect = [0, barTop, screen.width, bottom];
  return {
    cls: 'android.widget.FrameLayout',
    frame: whole,
    looks: [{ kind: 'fill', colour: theme.page }],
    children: [
      layout('LinearLayout', whole, [
        layout(
          'FrameLayout',
          inside,
          [layout('LinearLayout', inside, [head, wrap([list(place, page, body)]), ...extras], `${owner}:id/content_parent`)],
          'android:id/content',
        ),
      ]),
    ],
  };
}
