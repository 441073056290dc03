import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** A port that nobody has at the moment. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** A real Appium server that knows the simulated phone's driver and no other. */
export class RealAppium {
  readonly home = mkdtempSync(join(tmpdir(), 'tapwright-appium-'));
  port = 0;
  said = '';
  #server: ChildProcess | null = null;

  async start(nodeOptions: readonly string[] = []): Promise<void> {
    const modules = join(this.home, 'node_modules');
    mkdirSync(modules);
    writeFileSync(join(this.home, 'package.json'), JSON.stringify({ name: 'home', private: true, dependencies: { appium: '3.8.0' } }));
    symlinkSync(
      fileURLToPath(new URL('../../../simulator/appium-driver', import.meta.url)),
      join(modules, 'appium-tapwright-sim-driver'),
      'dir',
    );
    this.port = await freePort();
    const appium = join(dirname(require.resolve('appium/package.json')), 'index.js');
    const args = [
      ...nodeOptions,
      appium,
      'server',
      '--address',
      '127.0.0.1',
      '--port',
      String(this.port),
      '--use-drivers',
      'tapwrightsim',
      '--log-level',
      'warn',
      '--log-no-colors',
    ];
    this.#server = spawn(process.execPath, args, { env: { ...process.env, APPIUM_HOME: this.home }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#server.stdout, this.#server.stderr]) {
      stream?.on('data', (chunk) => {
        this.said += String(chunk);
      });
    }
    const deadline = Date.now() + 90_000;
    while (Date.now() < deadline && this.#server.exitCode === null) {
      const ready = await fetch(`http://127.0.0.1:${this.port}/status`)
        .then(({ ok }) => ok)
        .catch(() => false);
      if (ready) return;
      await sleep(150);
    }
    throw new Error(`Appium did not start: ${this.said}`);
  }

  stop(): void {
    this.#server?.kill('SIGKILL');
    rmSync(this.home, { recursive: true, force: true });
  }
}
