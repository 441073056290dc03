import type { Page } from './page.ts';

const clockOrShare = /\b\d{1,2}[:.]\d{2}([:.]\d{2})?\b|\b\d{1,3}\s?%/g;

/** The page's content without refs, positions, clocks and percentages: equal means "the same page as before" for repeat detection (rule P33). */
export function contentSignature(page: Page): string {
  const lines = page.elements.map(({ role, label, value, states }) =>
    [role, label, value ?? '', ...states.filter((state) => state !== 'focused')].join('\u0001').replace(clockOrShare, '#'),
  );
  return digest([page.app ?? '', page.dialog ?? '', ...lines].join('\u0002'));
}

/** FNV-1a, twice with different seeds: not for secrets, only to compare pages within one episode. */
function digest(text: string): string {
  const hash = (seed: number): string => {
    let value = seed;
    for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619) >>> 0;
    return value.toString(16).padStart(8, '0');
  };
  return hash(2166136261) + hash(40389);
}
