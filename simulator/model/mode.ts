import { type Decision, decide, type PlannerRequest } from './planner/decide.ts';

/** How the rehearsal model answers: `plan` is the planner; others, for tests, stand beside it. */
const answers = {
  plan: decide,
} as const satisfies Record<string, (request: PlannerRequest) => Decision>;

export type Mode = keyof typeof answers;

export const isMode = (name: string): name is Mode => Object.hasOwn(answers, name);

export const answerIn = (mode: Mode): ((request: PlannerRequest) => Decision) => answers[mode];
