import { DriverError } from './errors.ts';
import { type Hand, Refusal } from './hand.ts';

/** The buttons of Android's own dialogs and permission requests, by id, in the order they are preferred. */
const androidButtons = {
  accept: [
    'android:id/button1',
    'com.android.permissioncontroller:id/permission_allow_foreground_only_button',
    'com.android.permissioncontroller:id/permission_allow_button',
    'com.android.permissioncontroller:id/permission_allow_one_time_button',
    'com.android.packageinstaller:id/permission_allow_button',
    'android:id/aerr_wait',
  ],
  dismiss: [
    'android:id/button2',
    'com.android.permissioncontroller:id/permission_deny_button',
    'com.android.permissioncontroller:id/permission_deny_and_dont_ask_again_button',
    'com.android.packageinstaller:id/permission_deny_button',
    'android:id/button3',
    'android:id/aerr_close',
  ],
} as const;

const w3cElement = 'element-6066-11e4-a52e-4f735466cecf';

/** Answers the dialog that is open: by the driver's own command, else by the dialog's own button. Needs no page source. */
export async function answerDialog(hand: Hand, answer: 'accept' | 'dismiss'): Promise<string | undefined> {
  try {
    await hand.act(`${answer} dialog`, (browser) => (answer === 'accept' ? browser.acceptAlert() : browser.dismissAlert()));
    return undefined;
  } catch (error) {
    // Only when it is certain that nothing was pressed may another way be tried.
    if (!(error instanceof DriverError) || (error.kind !== 'no_dialog' && error.kind !== 'unknown_command')) throw error;
  }
  for (const id of hand.platform === 'android' ? androidButtons[answer] : []) {
    const [button] = await hand.read('finding the dialog', (browser) => browser.findElements('id', id));
    const elementId: unknown = button?.[w3cElement];
    if (typeof elementId !== 'string') continue;
    await hand.act(`${answer} dialog`, (browser) => browser.elementClick(elementId));
    return `pressed ${id}`;
  }
  throw new Refusal('action_refused', 'no dialog with such a button is open; tap the button on the page');
}
