import { Html, html } from './html.ts';

/** A whole document. */
export function pageFrame(title: string, main: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Tapwright</title>
<link rel="icon" href="/console/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/console/console.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar"><a href="/console"><span class="mark" aria-hidden="true"></span>Tapwright</a></header>
<main id="main">
${main}
</main>
</body>
</html>
`.text;
}

export function moment(at: number): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

export function dollars(cost: number | null): string {
  return cost === null ? 'cost unknown' : `$${cost.toFixed(cost < 0.1 ? 4 : 2)}`;
}

export function messagePage(title: string, text: string): string {
  return pageFrame(title, html`<section class="message"><h1>${title}</h1><p>${text}</p></section>`);
}

/** One line of facts with dots between them; nulls are left out. */
export function facts(...items: readonly (string | Html | null)[]): Html {
  const shown = items.filter((item) => item !== null);
  return html`<p class="facts">${shown.map((item, i) => html`${i === 0 ? '' : html`<span aria-hidden="true"> · </span>`}<span>${item}</span>`)}</p>`;
}

export const nothing = new Html('');
