import { catalogue, isInstalled } from '../apps/catalogue.ts';
import { terminate } from '../apps/registry.ts';
import { label } from '../labels/label.ts';
import { inOrder, type PhoneState } from '../phone-state.ts';
import type { Dialog } from '../screen.ts';
import type { Draft } from '../ui-node.ts';
import { dialogDraft } from './dialog-window.ts';

/** The system's question whether to wait for an app, with the ids of the real one. */
export function notRespondingDraft(phone: PhoneState, app: string): Draft {
  const name = isInstalled(app) ? label(phone, catalogue[app].label) : app;
  const settled = (now: PhoneState): PhoneState => ({ ...now, notResponding: null });
  const dialog: Dialog = {
    key: 'not_responding',
    title: label(phone, 'w.not_responding', { app: name }),
    buttons: [
      { key: 'aerr_close', title: label(phone, 'w.close_app'), tap: inOrder(settled, terminate(app)) },
      { key: 'aerr_wait', title: label(phone, 'w.wait'), tap: settled },
    ],
    dismiss: settled,
  };
  return dialogDraft(phone, 'android', `not_responding/${app}`, dialog);
}
