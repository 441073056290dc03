import { z } from 'zod';
import type { Finger, Touch } from '../phone/gesture.ts';

const element = z.record(z.string(), z.string());
const step = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('pointerMove'),
    x: z.number(),
    y: z.number(),
    duration: z.number().nonnegative().optional(),
    origin: z.union([z.enum(['viewport', 'pointer']), element]).optional(),
  }),
  z.looseObject({ type: z.literal('pointerDown') }),
  z.looseObject({ type: z.literal('pointerUp') }),
  z.looseObject({ type: z.literal('pointerCancel') }),
  z.looseObject({ type: z.literal('pause'), duration: z.number().nonnegative().optional() }),
  z.looseObject({ type: z.literal('keyDown'), value: z.string() }),
  z.looseObject({ type: z.literal('keyUp'), value: z.string() }),
]);

/** The `actions` of W3C's Perform Actions. */
export const ActionSequences = z
  .array(z.looseObject({ type: z.enum(['pointer', 'key', 'none', 'wheel']), id: z.string(), actions: z.array(step) }))
  .min(1);
export type ActionSequence = z.infer<typeof ActionSequences>[number];

/** The middle of an element that a movement starts from. */
export type ElementPoint = (elementId: string) => Promise<{ readonly x: number; readonly y: number }>;

/** What each finger did from each down to the up, in the order of the downs. Fingers that were down together belong to one gesture. */
export async function gesturesOf(sequences: readonly ActionSequence[], elementPoint: ElementPoint): Promise<Finger[][]> {
  const fingers: Finger[] = [];
  for (const sequence of sequences) {
    if (sequence.type === 'pointer') fingers.push(...(await fingersOf(sequence, elementPoint)));
  }
  fingers.sort((a, b) => (a[0]?.t ?? 0) - (b[0]?.t ?? 0));
  const gestures: Finger[][] = [];
  let end = -1;
  for (const finger of fingers) {
    const start = finger[0]?.t ?? 0;
    const together = gestures.at(-1);
    if (together !== undefined && start < end) together.push(finger);
    else gestures.push([finger]);
    end = Math.max(end, finger.at(-1)?.t ?? start);
  }
  return gestures;
}

async function fingersOf({ actions }: ActionSequence, elementPoint: ElementPoint): Promise<Finger[]> {
  const found: Finger[] = [];
  let at = { x: 0, y: 0 };
  let t = 0;
  let down: Touch[] | null = null;
  for (const action of actions) {
    switch (action.type) {
      case 'pointerMove': {
        const origin = await originOf(action.origin, at, elementPoint);
        at = { x: origin.x + action.x, y: origin.y + action.y };
        t += action.duration ?? 0;
        down?.push({ ...at, t });
        break;
      }
      case 'pointerDown':
        down = [{ ...at, t }];
        break;
      case 'pointerUp':
        if (down !== null) found.push([...down, { ...at, t }]);
        down = null;
        break;
      case 'pointerCancel':
        down = null;
        break;
      case 'pause':
        t += action.duration ?? 0;
        break;
      case 'keyDown':
      case 'keyUp':
        break;
    }
  }
  // Lifted at the end of the actions, as Android does it.
  if (down !== null) found.push([...down, { ...at, t }]);
  return found;
}

async function originOf(
  origin: 'viewport' | 'pointer' | Record<string, string> | undefined,
  at: { x: number; y: number },
  elementPoint: ElementPoint,
): Promise<{ x: number; y: number }> {
  if (origin === undefined || origin === 'viewport') return { x: 0, y: 0 };
  if (origin === 'pointer') return at;
  const [id] = Object.values(origin);
  return id === undefined ? { x: 0, y: 0 } : await elementPoint(id);
}

/** Characters of the key sequences, in order, each as often as it went down. */
export const typedCharacters = (sequences: readonly ActionSequence[]): string[] =>
  sequences.flatMap((sequence) =>
    sequence.type === 'key' ? sequence.actions.flatMap((action) => (action.type === 'keyDown' ? [action.value] : [])) : [],
  );
