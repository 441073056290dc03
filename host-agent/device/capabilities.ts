import { AppError } from '../../world/errors.ts';

export type Capabilities = Readonly<Record<string, unknown>>;

/**
 * The capabilities a session may ask for. A list of what is allowed, because a driver runs every file in
 * `executableDir` or `chromedriverExecutableDir`, and takes shell arguments in others.
 */
const allowed: ReadonlySet<string> = new Set([
  'platformName',
  'automationName',
  'deviceName',
  'udid',
  'platformVersion',
  'newCommandTimeout',
  'noReset',
  'fullReset',
  'appPackage',
  'appActivity',
  'appWaitActivity',
  'appWaitPackage',
  'bundleId',
  'app',
  'language',
  'locale',
  'orientation',
  'autoGrantPermissions',
  'systemPort',
  'adbPort',
  'remoteAdbHost',
  'adbExecTimeout',
  'mjpegServerPort',
  'uiautomator2ServerLaunchTimeout',
  'uiautomator2ServerInstallTimeout',
  'skipServerInstallation',
  'skipDeviceInitialization',
  'skipUnlock',
  'ignoreHiddenApiPolicyError',
  'disableWindowAnimation',
  'suppressKillServer',
  'wdaLocalPort',
  'webDriverAgentUrl',
  'usePrebuiltWDA',
  'usePreinstalledWDA',
  'prebuiltWDAPath',
  'updatedWDABundleId',
  'useNewWDA',
  'wdaLaunchTimeout',
  'wdaConnectionTimeout',
  'xcodeOrgId',
  'xcodeSigningId',
  'autoAcceptAlerts',
  'autoDismissAlerts',
  'includeSafariInWebviews',
  'phoneUrl',
  'phoneToken',
]);

/** The capabilities as Appium wants them (vendor prefix, classic WebDriver, a long idle time), or an error naming one that is not allowed. */
export function sessionCapabilities(wanted: Capabilities): Record<string, unknown> {
  const capabilities: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(wanted)) {
    const name = key.replace(/^appium:/, '');
    if (!allowed.has(name)) {
      throw new AppError('setting_invalid', `the capability ${JSON.stringify(key)} is not one that may be asked for; take it out`);
    }
    capabilities[name === 'platformName' ? name : `appium:${name}`] = value;
  }
  return {
    // A slow model must not cost the session (rule D6); a host that died must not keep the device for ever.
    'appium:newCommandTimeout': 3_600,
    ...capabilities,
    'wdio:enforceWebDriverClassic': true,
  };
}
