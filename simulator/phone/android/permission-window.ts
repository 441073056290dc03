import { answerQuestion } from '../apps/app.ts';
import { installedApp, isInstalled } from '../apps/catalogue.ts';
import type { Rect } from '../geometry.ts';
import type { LabelKey } from '../labels/en.ts';
import { label } from '../labels/label.ts';
import type { Change, PermissionQuestion, PhoneState } from '../phone-state.ts';
import { lineHeight, wrapped } from '../render/font.ts';
import type { Draft } from '../ui-node.ts';
import { dp, screen, sp, themeOf } from './metrics.ts';

export const permissionPackage = 'com.google.android.permissioncontroller';
export const permissionActivity = 'com.android.permissioncontroller.permission.ui.GrantPermissionsActivity';
const id = (name: string): string => `com.android.permissioncontroller:id/${name}`;

const messages: Readonly<Record<string, LabelKey>> = {
  nearby: 'n.permission.nearby',
  microphone: 'n.permission.microphone',
  location: 'n.permission.location',
  notifications: 'n.permission.notifications',
  contacts: 'n.permission.contacts',
};

const left = dp(36);
const right = screen.width - dp(36);

/** The system's question whether an app may do something, as Android's permission controller asks it. */
export function permissionDraft(phone: PhoneState, question: PermissionQuestion): Draft {
  const theme = themeOf(phone);
  const app = isInstalled(question.app) ? label(phone, installedApp(question.app).label) : question.app;
  const message = label(phone, messages[question.permission] ?? 'n.permission.location', { app });
  const size = sp(phone, 18);
  const textHeight = wrapped(message, size, right - left - dp(48)).length * lineHeight(size);
  const buttons: readonly (readonly [string, LabelKey, Change])[] = [
    ['permission_allow_foreground_only_button', 'w.allow_while_using', answerQuestion('while_using')],
    ['permission_allow_one_time_button', 'w.allow_once', answerQuestion('while_using')],
    ['permission_deny_button', 'w.deny', answerQuestion('denied')],
  ];
  const head = dp(64) + textHeight + dp(24);
  const height = head + buttons.length * dp(56) + dp(8);
  const top = Math.round((screen.height - height) / 2);
  const frame: Rect = [left, top, right, top + height];
  const nodes = buttons.map(
    ([name, words, tap], i): Draft => ({
      cls: 'android.widget.Button',
      key: name,
      id: id(name),
      text: label(phone, words),
      frame: [left, top + head + i * dp(56), right, top + head + (i + 1) * dp(56)],
      clickable: true,
      focusable: true,
      acts: { tap },
      looks: [{ kind: 'text', size: sp(phone, 15), colour: theme.accent, align: 'centre', bold: true }],
    }),
  );
  return {
    cls: 'android.widget.FrameLayout',
    frame,
    looks: [{ kind: 'fill', colour: theme.raised, radius: dp(16) }],
    children: [
      {
        cls: 'android.widget.FrameLayout',
        id: 'android:id/content',
        frame,
        children: [
          {
            cls: 'android.widget.LinearLayout',
            id: id('grant_singleton'),
            frame,
            children: [
              {
                cls: 'android.widget.LinearLayout',
                id: id('grant_dialog'),
                frame,
                children: [
                  {
                    cls: 'android.widget.LinearLayout',
                    id: id('content_container'),
                    frame: [left, top, right, top + head],
                    children: [
                      {
                        cls: 'android.widget.ImageView',
                        id: id('permission_icon'),
                        frame: [Math.round(screen.width / 2) - dp(14), top + dp(20), Math.round(screen.width / 2) + dp(14), top + dp(48)],
                        looks: [{ kind: 'icon', name: 'pin', colour: theme.accent, size: dp(28) }],
                      },
                      {
                        cls: 'android.widget.TextView',
                        key: 'message',
                        id: id('permission_message'),
                        text: message,
                        frame: [left + dp(24), top + dp(64), right - dp(24), top + dp(64) + textHeight],
                        looks: [{ kind: 'text', size, colour: theme.text, align: 'centre', wrap: true }],
                      },
                    ],
                  },
                  {
                    cls: 'android.widget.LinearLayout',
                    id: id('button_container'),
                    frame: [left, top + head, right, top + height],
                    children: nodes,
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  };
}
