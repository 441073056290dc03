import type { Settings } from '../config.ts';
import { openHome } from '../home.ts';
import { onInterrupt } from '../interrupt.ts';
import type { Output } from '../output.ts';
import { joinCloud } from '../stack.ts';
import { Teardown } from '../teardown.ts';

/** Keeps the console of this home open until Ctrl-C, and says where it is. */
export async function openConsole(settings: Settings, output: Output): Promise<number> {
  const interrupt = onInterrupt(() => undefined);
  const teardown = new Teardown();
  try {
    const { url, key, own } = await joinCloud(settings, openHome(settings.home), teardown, interrupt.signal);
    const address = own ? `${url}/console?key=${key}` : `${url}/console`;
    output.result({ console_url: address }, `Console: ${address}\nCtrl-C closes it.`);
    await new Promise<void>((resolve) => {
      // The wait itself holds the process: nothing else of this command does.
      const hold = setInterval(() => undefined, 60_000);
      interrupt.signal.addEventListener('abort', () => {
        clearInterval(hold);
        resolve();
      });
    });
    return 0;
  } finally {
    await teardown.run(output.warn);
    interrupt.dispose();
  }
}
