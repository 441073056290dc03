import { listDevices } from '../../host-agent/device/discovery.ts';
import type { Settings } from '../config.ts';
import type { Output } from '../output.ts';

/** Lists every device that `--device` takes now. */
export async function devices(_settings: Settings, output: Output): Promise<number> {
  const found = await listDevices({}, AbortSignal.timeout(15_000));
  const rows = found.map(({ id, name, platform, osVersion, state, simulated }) => ({
    id,
    name,
    platform,
    os_version: osVersion,
    state,
    simulated,
  }));
  const text = rows.map(
    (row) =>
      `${row.id.padEnd(28)}  ${`${row.platform} ${row.os_version ?? ''}`.padEnd(12)}  ${row.state.padEnd(12)}  ${row.name}${row.simulated ? ' (a stand-in, not a real phone)' : ''}`,
  );
  output.result({ devices: rows }, text.join('\n'));
  return 0;
}
