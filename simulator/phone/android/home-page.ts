import type { Rect } from '../geometry.ts';
import type { PhoneState } from '../phone-state.ts';
import type { AppIcon, DrawerScreen, HomeScreen } from '../screen.ts';
import type { Draft } from '../ui-node.ts';
import { fieldNode, words } from './items.ts';
import { dp, navigationBar, screen, statusBar, themeOf, whole } from './metrics.ts';

const owner = 'com.google.android.apps.nexuslauncher';
const id = (name: string): string => `${owner}:id/${name}`;
const columns = 4;
const cellWidth = Math.floor((screen.width - dp(32)) / columns);
const cellHeight = dp(104);

function iconNode(icon: AppIcon, i: number, top: number, colour: string, drawn: 'text' | 'desc'): Draft {
  const x = dp(16) + (i % columns) * cellWidth;
  const y = top + Math.floor(i / columns) * cellHeight;
  return {
    cls: 'android.widget.TextView',
    key: `app:${icon.key}`,
    id: drawn === 'text' ? id('icon') : '',
    text: icon.label,
    desc: icon.label,
    frame: [x, y, x + cellWidth, y + cellHeight],
    clickable: true,
    longClickable: true,
    focusable: true,
    acts: { tap: icon.tap },
    looks: [{ kind: 'app_icon', name: icon.icon, colour: icon.colour, size: dp(56), label: icon.label, labelColour: colour }],
  };
}

const layer = (children: readonly Draft[], looks: Draft['looks'], acts: NonNullable<Draft['acts']>): Draft => ({
  cls: 'android.widget.FrameLayout',
  frame: whole,
  ...(looks === undefined ? {} : { looks }),
  children: [
    {
      cls: 'android.widget.LinearLayout',
      frame: whole,
      children: [
        {
          cls: 'android.widget.FrameLayout',
          id: 'android:id/content',
          frame: whole,
          children: [
            {
              cls: 'android.widget.FrameLayout',
              id: id('launcher'),
              frame: whole,
              children: [{ cls: 'android.widget.FrameLayout', key: 'drag_layer', id: id('drag_layer'), frame: whole, acts, children }],
            },
          ],
        },
      ],
    },
  ],
});

const wallpaper = (phone: PhoneState): string => (phone.settings.dark_theme === true ? '#1d2733' : '#44617b');

/** The home screen: date, icons, dock, search. */
export function homePage(phone: PhoneState, page: HomeScreen): Draft {
  const dockTop = screen.height - navigationBar - dp(180);
  const iconsTop = dockTop - Math.ceil(Math.max(1, page.icons.length) / columns) * cellHeight - dp(24);
  const search: Rect = [dp(24), screen.height - navigationBar - dp(68), screen.width - dp(24), screen.height - navigationBar - dp(16)];
  const workspace: Rect = [0, statusBar, screen.width, dockTop];
  return layer(
    [
      {
        cls: 'android.widget.ScrollView',
        key: 'workspace',
        id: id('workspace'),
        frame: workspace,
        children: [
          {
            cls: 'android.view.ViewGroup',
            frame: workspace,
            children: [
              words(
                phone,
                page.date,
                { x: dp(24), y: statusBar + dp(40), room: screen.width - dp(48) },
                { sp: 22, colour: '#ffffff', id: id('clock'), key: 'date' },
              ),
              ...page.icons.map((icon, i) => iconNode(icon, i, iconsTop, '#ffffff', 'desc')),
            ],
          },
        ],
      },
      {
        cls: 'android.view.ViewGroup',
        key: 'hotseat',
        id: id('hotseat'),
        frame: [0, dockTop, screen.width, screen.height],
        children: [
          ...page.dock.map((icon, i) => iconNode(icon, i, dockTop, '#ffffff', 'desc')),
          {
            cls: 'android.widget.FrameLayout',
            key: 'search',
            id: id('search_container_hotseat'),
            desc: page.search.label,
            frame: search,
            clickable: true,
            focusable: true,
            acts: { tap: page.search.tap },
            looks: [
              { kind: 'fill', colour: themeOf(phone).raised, radius: dp(26) },
              { kind: 'icon', name: 'search', colour: themeOf(phone).faint, size: dp(24) },
            ],
          },
        ],
      },
    ],
    [{ kind: 'fill', colour: wallpaper(phone) }],
    { swipeUp: page.openDrawer },
  );
}

/** The drawer with every app, and a field to find one. */
export function drawerPage(phone: PhoneState, page: DrawerScreen): Draft {
  const theme = themeOf(phone);
  const listTop = statusBar + dp(72);
  const viewport: Rect = [0, listTop, screen.width, screen.height];
  const rows = Math.ceil(page.icons.length / columns);
  const end = Math.max(0, rows * cellHeight + dp(24) + navigationBar - (screen.height - listTop));
  const offset = Math.min(phone.scroll[page.key] ?? 0, end);
  const place = { phone, package: owner, screen: page.key, icons: false };
  return layer(
    [
      {
        cls: 'android.widget.RelativeLayout',
        key: 'apps_view',
        id: id('apps_view'),
        frame: whole,
        looks: [{ kind: 'fill', colour: theme.page }],
        children: [
          fieldNode(place, { ...page.search, id: id('search_container_all_apps') }, [
            dp(24),
            statusBar + dp(8),
            screen.width - dp(24),
            statusBar + dp(60),
          ]),
          {
            cls: 'androidx.recyclerview.widget.RecyclerView',
            key: 'list',
            id: id('apps_list_view'),
            frame: viewport,
            focusable: true,
            scrollable: end > 0,
            acts: {
              scroll: { offset, end, to: (to) => (now) => ({ ...now, scroll: { ...now.scroll, [page.key]: to } }) },
              ...(offset === 0 ? { swipeDown: page.close } : {}),
            },
            children: page.icons.map((icon, i) => iconNode(icon, i, listTop + dp(16) - offset, theme.text, 'text')),
          },
        ],
      },
    ],
    undefined,
    {},
  );
}
