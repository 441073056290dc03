import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** What of Vitest's json report decides. A file that could not be loaded is a failed file without a test. */
const Report = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});
type Report = z.infer<typeof Report>;

/** What stands against calling this run green, a sentence each. A test that was skipped proves nothing, so it counts. */
export function objections({ success, numPassedTests, testResults }: Report, exitCode: number): string[] {
  const found = testResults.flatMap(({ name, status, assertionResults }) => {
    if (assertionResults.length === 0) return [`no test ran in ${name} (${status})`];
    return assertionResults.filter((test) => test.status !== 'passed').map((test) => `${test.status}: ${test.fullName} (${name})`);
  });
  if (numPassedTests === 0) found.push('no test passed');
  if (found.length === 0 && (!success || exitCode !== 0)) found.push(`every test passed, and the run ended with ${exitCode}`);
  return found;
}

/** `tsx scripts/test-verdict.ts REPORT EXIT_CODE` prints what stands against the run, then `N passed, N failed`. */
function main([file = '', exitCode = '']: readonly string[]): number {
  const report = Report.parse(JSON.parse(readFileSync(file, 'utf8')));
  const found = objections(report, Number(exitCode));
  for (const objection of found) process.stdout.write(`ci: ${objection}\n`);
  process.stdout.write(`${report.numPassedTests} passed, ${found.length} failed\n`);
  return found.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
