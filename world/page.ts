import { z } from 'zod';
import { Bounds, Size } from './geometry.ts';
import { Locator } from './locator.ts';

/** An element as the planner sees it. */
export const PageElement = z.object({
  /** Given once per episode, never reused; stays while the element persists (rule W6). */
  ref: z.string(),
  /** A plain word: button, switch, checkbox, radio, field, link, tab, item, image, slider, picker, list, text, … */
  role: z.string(),
  /** What a person would call it; one line, at most 300 characters, cut with a mark. Empty when nothing names it. */
  label: z.string(),
  /** What it holds (a field's text, a slider's position); never a hint, never a password (rule W8). */
  value: z.string().optional(),
  /** on, off, selected, disabled, focused, expanded, `password, 8 characters`, … */
  states: z.array(z.string()),
  bounds: Bounds,
  /** What lies over it, when something does: such an element is not offered as tappable (rule W5). */
  covered: z.string().optional(),
  /** Whether the planner may act on it; plain text is on the page for reading only. */
  actionable: z.boolean(),
  /** What it takes beyond a tap: scroll, type, long_press, check, slide. */
  takes: z.array(z.enum(['tap', 'long_press', 'type', 'check', 'scroll', 'slide'])),
  /** Most durable first, each unique on the page it came from. */
  locators: z.array(Locator),
  /** What makes it the same element from one observation to the next. */
  identity: z.string(),
  /** A password or secret field: its content never enters a page, event or picture. */
  secret: z.boolean().optional(),
});
export type PageElement = z.infer<typeof PageElement>;

/** What the planner sees of one observation, and what the next observation is matched with. */
export const Page = z.object({
  platform: z.enum(['android', 'ios']),
  /** Such as `Settings › Network & internet`; a dialog over a page is named over it. */
  name: z.string(),
  /** The app's package or bundle id; null when the source does not say. */
  app: z.string().nullable(),
  /** Same for the same page under other data; different for pages a person would name differently (rule W10). */
  fingerprint: z.string(),
  size: Size,
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  /** Screenshot pixels per unit of `bounds`. */
  scale: z.number(),
  keyboard: z.enum(['shown', 'hidden', 'unknown']),
  /** In reading order. */
  elements: z.array(PageElement),
  /** The lines as written for the prompt, without the untrusted envelope (docs/prompt-format.md). */
  body: z.string(),
  /** What is there and not shown, counted, in words: `12 rows of "Languages" below`. */
  leftOut: z.array(z.string()),
  /** Said with the page: may be incomplete, stale, another app in front, a dialog of the system, … */
  notes: z.array(z.string()),
  /** A dialog, alert or ANR that lies over the page. */
  dialog: z.string().nullable(),
  /** The tree was too poor to act on (a canvas, empty, no labels): a picture is needed. */
  poor: z.boolean(),
  /** Still loading (spinner, progress, skeleton), as far as the tree says. */
  loading: z.boolean(),
  /** The number the next new ref gets. */
  nextRef: z.number().int().positive(),
});
export type Page = z.infer<typeof Page>;
