import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import semver from 'semver';
import { expect, test } from 'vitest';
import { z } from 'zod';

const read = (name: string): string => readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8');
const Manifest = z.object({
  engines: z.object({ node: z.string() }),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      engines: z.unknown().optional(),
    }),
  ),
});
const manifest = Manifest.parse(JSON.parse(read('package.json')));
const { packages } = Lock.parse(JSON.parse(read('package-lock.json')));

/** The oldest Node this runs on. */
const floor = '20.20.2';

/** Packages that declare a newer Node and run on the floor all the same; how we know stands beside each. */
const runAnyway: Readonly<Record<string, string>> = {
  'node_modules/light-my-request/node_modules/cookie': 'only for `inject`; the last test here runs it',
};

test('the floor is what package.json says, and every version is pinned', () => {
  expect(manifest.engines.node).toBe(`>=${floor}`);
  const { dependencies, optionalDependencies, devDependencies } = manifest;
  const loose = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }).filter(
    ([, version]) => semver.valid(version) === null,
  );
  expect(loose).toEqual([]);
});

test('no dependency demands a newer Node than the floor, but for those known to run', () => {
  const demanding = Object.entries(packages).filter(([, { engines }]) => {
    const wanted = z.object({ node: z.string() }).safeParse(engines);
    return wanted.success && !semver.satisfies(floor, wanted.data.node);
  });
  expect(demanding.map(([name]) => name).sort()).toEqual(Object.keys(runAnyway).sort());
});

test('the lock file names no host and no folder, so it installs from whichever registry is set', () => {
  expect(Object.entries(packages).filter(([, { link }]) => link === true)).toEqual([]);
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved?.includes('://') === true)).toEqual([]);
});

test('every package of the lock file has a version: npm sometimes writes an entry without one, and then `npm ci` refuses the file', () => {
  expect(Object.entries(packages).flatMap(([name, { version }]) => (version === undefined ? [name] : []))).toEqual([]);
});

test('fastify answers an injected request, cookies and all, on this Node', async () => {
  const app = fastify();
  app.get('/', (request, reply) => reply.header('set-cookie', 'a=1').send(request.headers.cookie ?? ''));
  const answer = await app.inject({ url: '/', cookies: { b: '2' } });
  expect([answer.body, answer.cookies]).toEqual(['b=2', [{ name: 'a', value: '1' }]]);
});
