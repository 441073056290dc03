import { appOf, packageOf } from '../apps/registry.ts';
import type { PhoneState } from '../phone-state.ts';
import type { Screen } from '../screen.ts';
import { type Acts, type Draft, everyNode, place, type UiNode, type UiWindow } from '../ui-node.ts';
import { dialogDraft } from './dialog-window.ts';
import { drawerPage, homePage } from './home-page.ts';
import { keyboardDraft, keyboardPackage } from './keyboard-window.ts';
import { listPage } from './list-page.ts';
import { whole } from './metrics.ts';
import { notRespondingDraft } from './not-responding-window.ts';
import { permissionActivity, permissionDraft, permissionPackage } from './permission-window.ts';

function pageDraft(phone: PhoneState, owner: string, screen: Screen): Draft {
  switch (screen.kind) {
    case 'list':
      return listPage(phone, owner, screen);
    case 'home':
      return homePage(phone, screen);
    case 'drawer':
      return drawerPage(phone, screen);
  }
}

function windowOf(kind: UiWindow['kind'], key: string, owner: { package: string; activity: string }, draft: Draft): UiWindow {
  const root = place(draft, { package: owner.package, uid: key }, whole);
  if (root === null) throw new Error(`the window ${key} lies outside the screen`);
  return { kind, key, package: owner.package, activity: owner.activity, root };
}

/** The field that has the cursor, if one has. */
export function focusedField(
  windows: readonly UiWindow[],
): (UiNode & { readonly acts: { readonly field: NonNullable<Acts['field']> } }) | undefined {
  for (const { root } of windows) {
    for (const node of everyNode(root)) {
      const field = node.acts?.field;
      if (node.focused === true && field !== undefined) return { ...node, acts: { ...node.acts, field } };
    }
  }
  return undefined;
}

/** Everything on the screen, lowest window first: the app, its dialog, the system's question, the keyboard. */
export function windowsOf(phone: PhoneState): readonly UiWindow[] {
  const owner = packageOf(phone.foreground);
  const screen = appOf(phone.foreground).screen(phone);
  const windows = [windowOf('app', screen.key, owner, pageDraft(phone, owner.package, screen))];
  if (screen.dialog !== null) {
    const key = `${screen.key}!${screen.dialog.key}`;
    windows.push({
      ...windowOf('dialog', key, owner, dialogDraft(phone, owner.package, key, screen.dialog)),
      outside: screen.dialog.dismiss,
    });
  }
  if (phone.notResponding !== null) {
    windows.push(
      windowOf(
        'system',
        `not_responding/${phone.notResponding}`,
        { package: 'android', activity: '.AppNotRespondingDialog' },
        notRespondingDraft(phone, phone.notResponding),
      ),
    );
  } else if (phone.question !== null) {
    const { app, permission } = phone.question;
    windows.push(
      windowOf(
        'system',
        `permission/${app}.${permission}`,
        { package: permissionPackage, activity: permissionActivity },
        permissionDraft(phone, phone.question),
      ),
    );
  }
  const field = phone.keyboard.shown ? focusedField(windows) : undefined;
  if (field !== undefined) {
    windows.push(
      windowOf('keyboard', 'keyboard', { package: keyboardPackage, activity: '.LatinIME' }, keyboardDraft(phone, field.acts.field)),
    );
  }
  return windows;
}

/** The window that Appium's page source shows: the topmost that is not the keyboard. */
export function activeWindow(windows: readonly UiWindow[]): UiWindow {
  const window = windows.findLast(({ kind }) => kind !== 'keyboard');
  if (window === undefined) throw new Error('no window on the screen');
  return window;
}
