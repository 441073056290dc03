import { readFileSync } from 'node:fs';
import process from 'node:process';
import { z } from 'zod';

/** What of Vitest's json report decides. A file that could not be loaded is a failed file without a test. */
const Report = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** What stands against calling this run green, a sentence each; empty when nothing does. */
export function objections(report: z.infer<typeof Report>, exitCode: number): string[] {
  const found: string[] = [];
  for (const { name, status, assertionResults } of report.testResults) {
    if (assertionResults.length === 0) found.push(`no test ran in ${name} (${status})`);
    for (const test of assertionResults) {
      if (test.status !== 'passed') found.push(`${test.status}: ${test.fullName} (${name})`);
    }
  }
  if (report.numPassedTests === 0) found.push('no test passed');
  if (found.length === 0 && (!report.success || exitCode !== 0)) found.push(`the tests passed and the run ended with ${exitCode}: something failed beside them`);
  return found;
}

/** `tsx scripts/test-verdict.ts REPORT EXIT_CODE`: prints what stands against the run, then `N passed, N failed`. */
function main(file: string, exitCode: number): void {
  const report = Report.parse(JSON.parse(readFileSync(file, 'utf8')));
  const found = objections(report, exitCode);
  for (const objection of found) process.stdout.write(`ci: ${objection}\n`);
  process.stdout.write(`${report.numPassedTests} passed, ${found.length} failed\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}

const [file, exitCode] = process.argv.slice(2);
if (import.meta.main !== false && file !== undefined) main(file, Number(exitCode));
