import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listDevices, parseAdbDevices, parseSimctl, parseXctrace } from '../../../host-agent/device/discovery.ts';
import { tempFolder } from '../temp-folder.ts';

const signal = new AbortController().signal;

test('the simulated phone is always there and always said to be simulated', async () => {
  expect(await listDevices({ adb: '/no/such/adb' }, signal)).toEqual([
    expect.objectContaining({ id: 'sim', simulated: true, state: 'ready' }),
  ]);
});

test('what adb lists is told with its state', () => {
  const listed = parseAdbDevices(
    '* daemon started successfully\nList of devices attached\nemulator-5554          device product:sdk_gphone64 model:Pixel_7_Pro device:emu64 transport_id:1\r\n0123456789ABCDEF       unauthorized usb:1-1 transport_id:2\n192.168.1.5:5555 offline\n\n',
  );
  expect(listed.map(({ id, name, state, simulated }) => [id, name, state, simulated])).toEqual([
    ['emulator-5554', 'Pixel 7 Pro', 'ready', false],
    ['0123456789ABCDEF', '0123456789ABCDEF', 'unauthorized', false],
    ['192.168.1.5:5555', '192.168.1.5:5555', 'offline', false],
  ]);
});

test('what simctl lists is told with its system, and what is no list is nothing', () => {
  const json = JSON.stringify({
    devices: {
      'com.apple.CoreSimulator.SimRuntime.iOS-18-2': [
        { udid: 'A-B', name: 'iPhone 16', state: 'Booted' },
        { udid: 'C-D', name: 'iPad', state: 'Shutdown' },
      ],
      'com.apple.CoreSimulator.SimRuntime.tvOS-18-0': [{ udid: 'TV', name: 'Apple TV', state: 'Booted' }],
    },
  });
  expect(parseSimctl(json).map(({ id, osVersion, state }) => [id, osVersion, state])).toEqual([
    ['A-B', '18.2', 'ready'],
    ['C-D', '18.2', 'shutdown'],
  ]);
  expect(parseSimctl('xcrun: error')).toEqual([]);
});

test('what xctrace lists is told without the Mac and without simulators', () => {
  const listed = parseXctrace(
    '== Devices ==\nStudio (1F1F1F1F-0000-0000-0000-000000000000)\nAnna\u2019s iPhone (18.1.1) (00008110-000A11111111801E)\n\n== Devices Offline ==\niPad (17.5) (00008103-001C22222222001E)\n\n== Simulators ==\niPhone 16 (18.2) (AAAAAAAA-BBBB-CCCC-DDDD-EEEEEEEEEEEE)\n',
  );
  expect(listed.map(({ id, name, osVersion, state }) => [id, name, osVersion, state])).toEqual([
    ['00008110-000A11111111801E', 'Anna\u2019s iPhone', '18.1.1', 'ready'],
    ['00008103-001C22222222001E', 'iPad', '17.5', 'offline'],
  ]);
});

test.skipIf(process.platform === 'win32')('D1 an adb that hangs is not waited for', async () => {
  const dir = await tempFolder();
  const adb = join(dir, 'adb');
  await writeFile(adb, '#!/bin/sh\nexec sleep 30\n');
  await chmod(adb, 0o755);
  const began = performance.now();
  expect(await listDevices({ adb, withinMs: 300 }, signal)).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test.each([
  ['that knows no device is stopped again', '', ['devices -l', 'kill-server']],
  ['that knows a device is left as it is', 'R58M device model:X\\n', ['devices -l']],
])('an adb server that the question started and %s', async (_, listed, calls) => {
  const dir = await tempFolder();
  const adb = join(dir, 'adb');
  const log = join(dir, 'calls');
  await writeFile(
    adb,
    `#!/bin/sh\necho "$@" >> ${log}\n[ "$1" = devices ] && echo '* daemon started successfully' >&2 && printf 'List of devices attached\\n${listed}'\nexit 0\n`,
  );
  await chmod(adb, 0o755);
  await listDevices({ adb }, signal);
  expect((await readFile(log, 'utf8')).trim().split('\n')).toEqual(calls);
});
