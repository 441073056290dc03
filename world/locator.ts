import { z } from 'zod';

/** A way to find an element again: an Appium strategy and its value. Listed most durable first. */
export const Locator = z.object({
  using: z.enum(['accessibility id', 'id', '-android uiautomator', '-ios predicate string', '-ios class chain', 'xpath']),
  value: z.string(),
});
export type Locator = z.infer<typeof Locator>;
