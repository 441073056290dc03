import { label } from '../labels/label.ts';
import type { Change, PhoneState } from '../phone-state.ts';
import { hash, randomFrom } from '../random.ts';
import type { Dot, ListScreen } from '../screen.ts';
import { type App, goBack, screenKey } from './app.ts';
import { shelf } from './shelf.ts';

const id = 'dots';

interface Dots {
  readonly left: readonly Dot[];
  readonly score: number;
}

const kept = shelf<Dots>(id);
const colours = ['#d93025', '#188038', '#1a73e8', '#f29900', '#9334e6'];
/** Parts of the drawing's width; a touch this near a dot's middle takes it. */
const reach = 0.08;

const touch =
  (x: number, y: number): Change =>
  (phone) => {
    const { left } = kept.read(phone);
    const hit = left.find((dot) => Math.hypot(dot.x - x, (dot.y - y) * 1.5) < reach);
    return hit === undefined ? phone : kept.put(({ score }) => ({ left: left.filter((dot) => dot !== hit), score: score + 1 }))(phone);
  };

function screen(phone: PhoneState): ListScreen {
  const { left, score } = kept.read(phone);
  return {
    kind: 'list',
    key: screenKey(id, { screen: 'board' }),
    title: label(phone, 'a.dots'),
    dialog: null,
    back: goBack(id),
    actions: [],
    items: [{ kind: 'canvas', key: 'board', caption: String(score), dots: left, touch }],
    footer: [],
    onKeyboard: 'resize',
  };
}

function firstDots(seed: number): readonly Dot[] {
  const random = randomFrom(seed ^ hash(id));
  return colours.map((colour, i) => ({ x: 0.15 + random() * 0.7, y: 0.2 + (i + random() * 0.6) * 0.15, colour }));
}

/** A game on a canvas: touch every dot. Only the picture shows where they are. */
export const dots: App = {
  id,
  data: (seed) => ({ left: firstDots(seed), score: 0 }) satisfies Dots,
  screen,
  facts: (phone) => ({ score: kept.read(phone).score, left: kept.read(phone).left.length }),
};
