import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

export interface Survey {
  /** How many files of each top folder were looked at. A survey of nothing finds nothing wrong. */
  readonly modules: Readonly<Record<string, number>>;
  readonly violations: readonly Violation[];
}

export const folders = [
  'world',
  'runtime',
  'skills',
  'host-agent',
  'cloud',
  'cli',
  'simulator',
  'test',
  'bench',
  'scripts',
  'bin',
] as const;

/** Far fewer than there are, far more than a survey that went wrong finds. */
export const fewestModules: Readonly<Record<string, number>> = {
  world: 30,
  runtime: 20,
  'host-agent': 20,
  cloud: 30,
  cli: 20,
  simulator: 60,
  test: 20,
  bin: 1,
};

/** Looks at every import below `root` with the rules of `.dependency-cruiser.cjs`. Folders that are not there are left out. */
export async function surveyImports(root: string): Promise<Survey> {
  const rules = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: IForbiddenRuleType[];
    options: ICruiseOptions;
  };
  const present = folders.filter((folder) => existsSync(path.join(root, folder)));
  const { output } = await cruise(
    present,
    { ...rules.options, baseDir: root, validate: true, ruleSet: { forbidden: rules.forbidden } },
    rules.options.enhancedResolveOptions,
    { tsConfig: extractTSConfig(path.join(root, 'tsconfig.json')) },
  );
  const { modules, summary } = output as ICruiseResult;
  const counts: Record<string, number> = {};
  for (const { source } of modules) {
    const folder = source.split('/')[0] ?? '';
    if ((folders as readonly string[]).includes(folder)) counts[folder] = (counts[folder] ?? 0) + 1;
  }
  return { modules: counts, violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })) };
}
