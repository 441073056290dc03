import { errors } from 'appium/driver.js';
import type { PhoneAddress } from '../phone/client.ts';

/** Where the phone is: the capabilities `phoneUrl` and `phoneToken`, or TAPWRIGHT_PHONE_URL and TAPWRIGHT_PHONE_TOKEN. */
export function phoneAddress(caps: { readonly phoneUrl?: string | undefined; readonly phoneToken?: string | undefined }): PhoneAddress {
  const url = caps.phoneUrl ?? process.env.TAPWRIGHT_PHONE_URL;
  const token = caps.phoneToken ?? process.env.TAPWRIGHT_PHONE_TOKEN;
  if (url === undefined || token === undefined) {
    throw new errors.SessionNotCreatedError(
      'The simulated phone needs appium:phoneUrl and appium:phoneToken (or TAPWRIGHT_PHONE_URL and TAPWRIGHT_PHONE_TOKEN)',
    );
  }
  if (!URL.canParse(url) || !['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)) {
    throw new errors.SessionNotCreatedError(
      `appium:phoneUrl is ${JSON.stringify(url)}; the simulated phone is only spoken to on this machine`,
    );
  }
  return { url: url.replace(/\/$/, ''), token };
}
