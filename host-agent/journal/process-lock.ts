import { createHash } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError, type ErrorCode } from '../../world/errors.ts';

export interface ProcessLock {
  release(): Promise<void>;
}

/**
 * Holds the name for this process alone, and no longer than it lives: the lock is a listening local socket, which the system
 * closes with the process, however it ends. Throws `code` with the holder's process id when another has it.
 * `name` is a path, of a file that need not exist.
 */
export async function holdLock(name: string, code: Extract<ErrorCode, 'home_busy' | 'conflict'> = 'home_busy'): Promise<ProcessLock> {
  const address = addressOf(resolve(name));
  for (let attempt = 0; attempt < 3; attempt++) {
    const server = await listen(address);
    if (server !== null) return { release: () => new Promise((done) => server.close(() => done())) };
    const holder = await ask(address);
    if (holder !== null) throw new AppError(code, `${name} is in use by process ${holder}`);
    // A socket file that nobody listens on was left by a process that is gone (not on Linux, where it leaves nothing).
    await unlink(address).catch(() => undefined);
  }
  throw new AppError(code, `${name} could not be locked`);
}

/** On Linux a name outside the file system; elsewhere a short path, because a socket's path may not be long. */
function addressOf(path: string): string {
  const name = `tapwright-${createHash('sha256').update(path).digest('hex').slice(0, 24)}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end(String(process.pid));
    });
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** The holder's process id, or null when nobody answers. */
function ask(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect(address);
    let answer = '';
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? null : 'unknown'),
    );
    socket.on('close', () => resolve(answer === '' ? 'unknown' : answer));
  });
}
