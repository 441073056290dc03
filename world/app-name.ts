/** Apps whose package does not say what a person calls them. */
const known: Readonly<Record<string, string>> = {
  'com.android.vending': 'Play Store',
  'com.android.systemui': 'System UI',
  'com.apple.Preferences': 'Settings',
  'com.apple.springboard': 'Home',
  'com.apple.mobilesafari': 'Safari',
  'com.apple.MobileSMS': 'Messages',
  'com.google.android.gm': 'Gmail',
  'com.google.android.deskclock': 'Clock',
  'com.android.deskclock': 'Clock',
  'com.google.android.googlequicksearchbox': 'Google',
  android: 'System',
};

const filler = new Set([
  'com',
  'org',
  'net',
  'io',
  'co',
  'de',
  'jp',
  'cn',
  'app',
  'apps',
  'android',
  'ios',
  'google',
  'mobile',
  'client',
  'alpha',
  'beta',
  'debug',
  'dev',
  'release',
  'www',
  'lite',
]);

/** What a person calls the app: the name it gives itself, or the telling word of its package or bundle id. */
export function appName(id: string | null, given: string | null): string {
  if (given !== null && given !== '') return given;
  if (id === null || id === '') return 'App';
  const exact = Object.hasOwn(known, id) ? known[id] : undefined;
  if (exact !== undefined) return exact;
  if (isLauncher(id)) return 'Home';
  if (/permissioncontroller|packageinstaller/.test(id)) return 'Permission';
  const words = id.split('.').filter((word) => word !== '');
  const word = words.findLast((one, i) => i > 0 && !filler.has(one.toLowerCase())) ?? words.at(-1) ?? id;
  const spaced = word.replace(/[_-]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** The home screen's app. */
export const isLauncher = (id: string): boolean => /launcher|\.trebuchet$|quickstep|\.springboard$/i.test(id);

/** Windows that the system puts over any app: their package is no other app in front (rule W7). */
export const isSystemApp = (id: string): boolean =>
  id === 'android' || id === 'com.android.systemui' || /permissioncontroller|packageinstaller|inputmethod|com\.apple\.springboard/.test(id);
