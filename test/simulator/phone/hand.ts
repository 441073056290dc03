import { activeWindow, windowsOf } from '../../../simulator/phone/android/windows.ts';
import { firstDay, type PhoneOptions } from '../../../simulator/phone/first-day.ts';
import { centre } from '../../../simulator/phone/geometry.ts';
import { type Hit, happen, type Input } from '../../../simulator/phone/machine.ts';
import type { PhoneState } from '../../../simulator/phone/phone-state.ts';
import { uia2Source } from '../../../simulator/phone/render/uia2-xml.ts';
import { everyNode, type UiNode } from '../../../simulator/phone/ui-node.ts';

/** A phone held in the test's hand: what a person would do with it, without any process. */
export class Hand {
  phone: PhoneState;
  hit: Hit | null = null;

  constructor(options: Partial<PhoneOptions> = {}) {
    this.phone = firstDay({ seed: 1, labels: 0, locale: 'en', ...options });
  }

  do(input: Input): this {
    const { phone, hit } = happen(this.phone, input);
    this.phone = phone;
    this.hit = hit;
    return this;
  }

  get nodes(): UiNode[] {
    return everyNode(activeWindow(windowsOf(this.phone)).root);
  }

  get texts(): string[] {
    return this.nodes.flatMap(({ text, desc }) => [text, desc].filter((words) => words !== undefined && words !== '')) as string[];
  }

  get source(): string {
    return uia2Source(activeWindow(windowsOf(this.phone)), { width: 1080, height: 2400, rotation: 0 });
  }

  node(words: string): UiNode {
    const node = this.nodes.find(({ text, desc }) => text === words || desc === words);
    if (node === undefined) throw new Error(`nothing on the screen says ${JSON.stringify(words)}; there is: ${this.texts.join(' | ')}`);
    return node;
  }

  at(x: number, y: number, holdMs = 50): this {
    return this.do({
      kind: 'gesture',
      fingers: [
        [
          { x, y, t: 0 },
          { x, y, t: holdMs },
        ],
      ],
    });
  }

  tap(words: string): this {
    const { x, y } = centre(this.node(words).bounds);
    return this.at(x, y);
  }

  /** Finger from one point to another. */
  drag(from: readonly [number, number], to: readonly [number, number]): this {
    return this.do({
      kind: 'gesture',
      fingers: [
        [
          { x: from[0], y: from[1], t: 0 },
          { x: to[0], y: to[1], t: 300 },
        ],
      ],
    });
  }

  launch(app: string): this {
    return this.do({ kind: 'launch', app });
  }

  key(key: Extract<Input, { kind: 'key' }>['key']): this {
    return this.do({ kind: 'key', key });
  }

  type(text: string): this {
    return this.do({ kind: 'text', text });
  }
}
