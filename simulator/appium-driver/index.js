/** Appium loads this file; the driver itself is TypeScript. A process that cannot read that yet is taught to. */
async function load() {
  try {
    return await import('./driver.ts');
  } catch (error) {
    if (error?.code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error;
    const { register } = await import('tsx/esm/api');
    register();
    // Under another name: Node remembers that the first one failed.
    return await import('./driver.ts?taught');
  }
}

export const { TapwrightSimDriver } = await load();
