import { type Change, inOrder } from '../phone-state.ts';
import { type App, appState, goHome, launcherId, withApp, withoutKeyboard } from './app.ts';
import { calendar } from './calendar.ts';
import { type Installed, type InstalledId, installed, installedApp, isInstalled } from './catalogue.ts';
import { clock } from './clock.ts';
import { contacts } from './contacts.ts';
import { dots } from './dots.ts';
import { files } from './files.ts';
import { launcher } from './launcher.ts';
import { maps } from './maps.ts';
import { messages } from './messages.ts';
import { notes } from './notes.ts';
import { reader } from './reader.ts';
import { settings } from './settings/settings.ts';
import { shop } from './shop.ts';
import { weather } from './weather.ts';

const apps: Readonly<Record<InstalledId, App>> = {
  settings,
  maps,
  weather,
  contacts,
  messages,
  notes,
  clock,
  calendar,
  shop,
  files,
  reader,
  dots,
};

/** Brings an app to the front, where it was left; on its first screen if it was not running. The launcher's front is the home screen. */
export const launch =
  (id: string): Change =>
  (phone) => {
    if (!isInstalled(id)) return goHome(phone);
    const app = apps[id];
    const state = appState(phone, id);
    const running = state.running ? state : { ...state, running: true, places: [installedApp(id).home], dialog: null };
    const front = withoutKeyboard(withApp(id, () => running)({ ...phone, foreground: id }));
    return app.opened === undefined ? front : app.opened(front);
  };

/** Ends an app: its screens are gone, what it keeps stays. */
export const terminate =
  (id: string): Change =>
  (phone) => {
    if (!isInstalled(id)) return phone;
    const ended = withApp(id, (state) => ({ ...state, running: false, places: [installedApp(id).home], dialog: null }));
    const scroll = Object.fromEntries(Object.entries(phone.scroll).filter(([key]) => !key.startsWith(`${id}/`)));
    const gone = ended({ ...phone, scroll });
    return phone.foreground === id ? inOrder(withoutKeyboard, (p) => ({ ...p, foreground: launcherId, question: null }))(gone) : gone;
  };

const launcherApp = launcher(launch);

export const appOf = (id: string): App => (isInstalled(id) ? apps[id] : launcherApp);
export const everyApp: readonly App[] = [launcherApp, ...Object.values(apps)];

const launcherEntry = { package: 'com.google.android.apps.nexuslauncher', activity: '.NexusLauncherActivity' };

/** Package and activity of an app, as Android would say them. */
export const packageOf = (id: string): Pick<Installed, 'package' | 'activity'> => (isInstalled(id) ? installedApp(id) : launcherEntry);
export const appByPackage = (name: string): string | undefined =>
  name === launcherEntry.package ? launcherId : installed.find((app) => app.package === name)?.id;
