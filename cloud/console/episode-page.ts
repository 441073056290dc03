import type { EventOf } from '../../world/episode-event.ts';
import type { EpisodeRecord } from '../contract/wire.ts';
import { type Html, html } from './html.ts';
import { dollars, duration, facts, moment, nothing, pageFrame } from './page-frame.ts';
import { type Call, type Timeline, type TimelineStep, timelineOf } from './timeline.ts';

/** One episode: what was wanted, what came of it, and each step with what was seen, thought, done and found. */
export function episodePage(record: EpisodeRecord): string {
  const timeline = timelineOf(record.events);
  return pageFrame(
    record.episode.goal,
    html`${head(record, timeline)}
<ol class="steps">${timeline.steps.map((step) => stepItem(step, timeline.started, record.episode.started_at))}</ol>
${ending(timeline)}`,
  );
}

function head({ episode, events }: EpisodeRecord, { started, verified, ended }: Timeline): Html {
  const { input, output, cost, known } = totals(events);
  const last = events.at(-1)?.at ?? episode.started_at;
  const device = started === null ? episode.device : deviceLine(started.device);
  return html`<section class="head">
<p class="eyebrow">Episode ${episode.episode_id}</p>
<h1>${episode.goal}</h1>
<p class="badges">${outcomeBadge(episode.outcome)} ${verifiedBadge(verified, ended)} ${started?.device.simulated ? html`<span class="badge warn">simulated device</span>` : nothing}</p>
${ended === null ? nothing : html`<p class="summary">${ended.summary}</p>`}
${ended?.result == null ? nothing : html`<p class="answer"><span class="label">Answer</span> ${ended.result}</p>`}
<dl class="grid">
<div><dt>Device</dt><dd>${device}</dd></div>
<div><dt>Planner</dt><dd>${episode.planner}${episode.model === null ? '' : `, ${episode.model}`}</dd></div>
<div><dt>Started</dt><dd>${moment(episode.started_at)}</dd></div>
<div><dt>Took</dt><dd>${duration(last - episode.started_at)}, ${plural(episode.steps, 'step')}</dd></div>
<div><dt>Tokens</dt><dd>${input.toLocaleString('en')} in, ${output.toLocaleString('en')} out</dd></div>
<div><dt>Cost</dt><dd>${known ? dollars(cost) : 'unknown'}</dd></div>
${ended === null ? nothing : html`<div><dt>Ended</dt><dd>${inWords(ended.reason)}</dd></div>`}
</dl>
</section>`;
}

function deviceLine({ name, platform, osVersion }: EventOf<'episode.started'>['device']): string {
  return [name, `${platform === 'ios' ? 'iOS' : 'Android'} ${osVersion ?? ''}`.trim()].join(', ');
}

function outcomeBadge(outcome: string | null): Html {
  if (outcome === null) return html`<span class="badge run">running, or cut off</span>`;
  return html`<span class="badge ${outcome === 'achieved' ? 'good' : outcome === 'failed' ? 'bad' : 'warn'}">${outcome}</span>`;
}

function verifiedBadge(verified: Timeline['verified'], ended: Timeline['ended']): Html {
  if (ended === null) return nothing;
  if (verified === null || verified.verifiedBy === 'model') return html`<span class="badge">not verified</span>`;
  const by = verified.verifiedBy === 'check' ? "the task's check" : "the device's state";
  return html`<span class="badge ${verified.passed ? 'good' : 'bad'}" title="${verified.detail}">${verified.passed ? 'verified' : 'contradicted'} by ${by}</span>`;
}

function stepItem(step: TimelineStep, started: Timeline['started'], startedAt: number): Html {
  const name = step.look?.page.name ?? step.calls[0]?.started?.page ?? 'no page was read';
  return html`<li class="step">
<article aria-labelledby="step-${step.number}">
<div class="screen">${screen(step.look, step.calls, started)}</div>
<div class="told">
<header><h2 id="step-${step.number}"><span class="number">${step.number}</span> ${name}</h2><span class="when">+${duration(step.at - startedAt)}</span></header>
${step.remarks.map((remark) => html`<p class="remark">${remark}</p>`)}
${step.calls.map((call) => callBlock(call))}
</div>
</article>
</li>`;
}

/** The screenshot with the touched elements marked. The mark is an SVG in the page's own units, scaled with the picture. */
function screen(look: EventOf<'page.observed'> | null, calls: readonly Call[], started: Timeline['started']): Html {
  if (look === null) return html`<div class="blank">no page was read</div>`;
  const { page, screenshot } = look;
  const { width, height } = page.size;
  const caption = `${started?.device.simulated ? 'Simulated screen' : 'Screen'}: ${page.name}`;
  const pad = width / 120;
  const marks = calls.flatMap(({ started: action, judged }) => {
    if (action?.bounds == null) return [];
    const [left, top, right, bottom] = action.bounds;
    return [
      html`<rect class="${judged === null ? 'touch' : judged.success ? 'touch good' : 'touch bad'}" x="${left - pad}" y="${top - pad}" width="${right - left + 2 * pad}" height="${bottom - top + 2 * pad}" rx="${width / 60}"/>`,
    ];
  });
  const overlay = html`<svg class="marks" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">${marks}</svg>`;
  if (screenshot === null)
    return html`<div class="phone"><svg class="frame" viewBox="0 0 ${width} ${height}" aria-hidden="true"></svg><span class="withheld">no picture was kept</span>${overlay}</div>`;
  return html`<a class="phone" href="/console/artifacts/${screenshot.sha256}"><img src="/console/artifacts/${screenshot.sha256}" alt="${caption}" loading="lazy">${overlay}</a>`;
}

function callBlock(call: Call): Html {
  const { step, decision, judged, rejected, verdict } = call;
  return html`<div class="call">
${step.rationale === null ? html`<p class="rationale none">The planner gave no rationale.</p>` : html`<p class="rationale">${step.rationale}</p>`}
${step.thinking === null ? nothing : html`<details class="thinking"><summary>Thinking</summary><p>${step.thinking}</p></details>`}
<p class="did"><span class="tool">${toolOf(call)}</span> <span class="words">${doneTo(call)}</span></p>
${step.kind === 'act' ? expectations(call) : nothing}
${call.plan === null ? nothing : planList(call.plan)}
${call.question === null ? nothing : html`<p class="remark">Asked: ${call.question.question} ${call.answer === null ? '' : html`<br>Answer: ${call.answer.answer ?? 'nobody answered in time'}`}</p>`}
${rejected === null ? nothing : html`<p class="remark bad">Not executed (${rejected.code}): ${rejected.because}</p>`}
<p class="badges">${judged === null ? nothing : successBadges(judged)}${verdict === null ? nothing : verdictBadge(call)}</p>
${decision === null ? nothing : decisionFacts(decision)}
</div>`;
}

function toolOf({ step, decision }: Call): string {
  return decision?.toolName ?? (step.kind === 'act' ? step.action.name : step.kind);
}

/** The action in words, without the tool's name that stands before it. */
function doneTo(call: Call): string {
  const words = call.started?.words ?? wordsOf(call);
  const tool = `${toolOf(call)} `;
  return words.startsWith(tool) ? words.slice(tool.length) : words;
}

function wordsOf({ step }: Call): string {
  switch (step.kind) {
    case 'act': {
      const { name: _name, ...args } = step.action;
      return Object.keys(args).length === 0 ? '' : JSON.stringify(args);
    }
    case 'finish':
      return step.result === undefined ? step.outcome : `${step.outcome}: ${step.result}`;
    case 'ask':
      return step.question;
    case 'malformed':
      return `${step.code}: ${step.because}`;
    case 'revise_plan':
      return plural(step.plan.todos.length, 'item');
  }
}

function expectations({ step, finished, judged }: Call): Html {
  if (step.kind !== 'act') return nothing;
  return html`<dl class="lines">
<div><dt>Purpose</dt><dd>${step.purpose}</dd></div>
<div><dt>Expected</dt><dd>${step.expectedOutcome}</dd></div>
${judged === null ? nothing : html`<div><dt>Seen</dt><dd>${judged.observed}${judged.note === undefined ? '' : html`<br><span class="quiet">${judged.note}</span>`}</dd></div>`}
${finished?.failure == null ? nothing : html`<div><dt>Driver</dt><dd>${finished.failure.code}: ${finished.failure.message}</dd></div>`}
</dl>`;
}

function planList({ revision, plan }: EventOf<'plan.revised'>): Html {
  return html`<div class="plan"><p class="label">Plan, revision ${revision}</p><ul>${plan.todos.map(
    ({ content, status }) => html`<li class="${status}"><span class="quiet">${inWords(status)}</span> ${content}</li>`,
  )}</ul></div>`;
}

function successBadges({ success, effect, judgedBy }: EventOf<'action.judged'>): Html {
  return html`<span class="badge ${success ? 'good' : 'bad'}">${success ? 'worked' : 'did not work'}</span> <span class="badge">effect: ${effect}</span> <span class="badge">judged by: ${judgedBy}</span> `;
}

function verdictBadge({ verdict, approval }: Call): Html {
  if (verdict === null) return nothing;
  const kind = verdict.verdict === 'allow' ? '' : verdict.verdict === 'deny' ? 'bad' : 'warn';
  const person = approval === null ? '' : `, ${approval.granted ? 'granted' : 'refused'} by ${approval.by}`;
  return html`<span class="badge ${kind}" title="effect class: ${verdict.effectClass}">policy: ${verdict.verdict} (${verdict.rule})${person}</span>`;
}

function decisionFacts({ model, usage, latencyMs, stopReason }: NonNullable<Call['decision']>): Html {
  const tokens =
    usage === null
      ? null
      : `${(usage.input + usage.cacheRead + usage.cacheWrite).toLocaleString('en')} tokens in, ${usage.output.toLocaleString('en')} out`;
  return facts(
    model,
    tokens,
    usage === null ? null : dollars(usage.costUsd),
    duration(latencyMs),
    stopReason === 'tool_use' ? null : stopReason,
  );
}

function ending({ lastLook, started, ended }: Timeline): Html {
  if (lastLook === null) return nothing;
  return html`<section class="step last" aria-labelledby="last-page"><article>
<div class="screen">${screen(lastLook, [], started)}</div>
<div class="told"><header><h2 id="last-page">${ended === null ? 'The page now' : 'The page as it was left'}</h2></header><p class="words">${lastLook.page.name}</p></div>
</article></section>`;
}

function totals(events: EpisodeRecord['events']): { input: number; output: number; cost: number; known: boolean } {
  const sum = { input: 0, output: 0, cost: 0, known: true };
  for (const { event } of events) {
    const usages =
      event.type === 'turn.planned' ? event.decisions.map(({ usage }) => usage) : event.type === 'turn.failed' ? [event.usage] : [];
    for (const usage of usages) {
      if (usage === null) continue;
      sum.input += usage.input + usage.cacheRead + usage.cacheWrite;
      sum.output += usage.output;
      sum.cost += usage.costUsd ?? 0;
      sum.known &&= usage.costUsd !== null;
    }
  }
  return sum;
}

function inWords(name: string): string {
  return name.replaceAll('_', ' ');
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
