import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../cloud/make-folder.ts';
import { holdLock, type ProcessLock } from '../host-agent/journal/process-lock.ts';
import { AppError } from '../world/errors.ts';

/** The folders of one home. Two homes never meet: nothing here is shared with any other place. */
export interface Home {
  readonly root: string;
  readonly journals: string;
  readonly artifacts: string;
  readonly logs: string;
  readonly appium: string;
  readonly locks: string;
  readonly phoneFile: string;
}

/** Makes the home usable by its owner alone. Throws `home_unwritable` naming the folder. */
export function openHome(root: string): Home {
  const home: Home = {
    root,
    journals: join(root, 'episodes'),
    artifacts: join(root, 'artifacts'),
    logs: join(root, 'logs'),
    appium: join(root, 'appium'),
    locks: join(root, 'locks'),
    phoneFile: join(root, 'phone.json'),
  };
  try {
    for (const folder of [root, home.journals, home.artifacts, home.logs, home.appium, home.locks]) makeFolder(folder, 0o700);
    accessSync(root, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('home_unwritable', `the folder ${root} cannot be used (${reason})`, { cause: error });
  }
  return home;
}

/** One episode per device of a home; the lock dies with its process. Throws `home_busy` naming the holder. */
export function lockDevice(home: Home, deviceId: string): Promise<ProcessLock> {
  return holdLock(join(home.locks, `device ${deviceId}`));
}
