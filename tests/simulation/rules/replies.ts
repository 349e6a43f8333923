/** Rule 2 for the words of a reply: it says what its gateway meant, its thinking apart, and what came whole is complete. */
import type { Meant } from '../far/meaning';
import { type Run, violate } from '../run-state';
import { CALLS_OF_MESSAGE, type Rows, readDatabase, TEXT_OF_MESSAGE, THINKING_OF_MESSAGE } from './database';

interface ReplyRow {
  id: string;
  key: string;
  text: string;
  reasoning: string;
  status: string;
  tokens: number | null;
  calls: string;
  prompt: number | null;
  cached: number | null;
  details: string | null;
}

const repliesOf = ({ all }: Rows): ReplyRow[] =>
  all(`SELECT id, idempotency_key AS key, ${TEXT_OF_MESSAGE} AS text, ${THINKING_OF_MESSAGE} AS reasoning, status,
         completion_tokens AS tokens, prompt_tokens AS prompt, cached_tokens AS cached, token_details AS details, ${CALLS_OF_MESSAGE} AS calls FROM messages m
       WHERE idempotency_key IS NOT NULL AND removed_at IS NULL AND status <> 'streaming'`);

export function checkReplies(run: Run): void {
  if (run.hasLostRows) return;
  const meant = meantByKey(run);
  for (const row of readDatabase(run, repliesOf) ?? []) {
    const all = meant.get(row.key) ?? [];
    const arrived = all.filter(({ arrivedIn }) => arrivedIn !== null);
    if (arrived.length === 0) continue;
    if (row.status === 'complete') checkWords(run, row, all);
    else if (!arrived.some(({ arrivedIn }) => isExcused(run, row, arrivedIn)))
      violate(run, 'results', `a reply that came whole is ${row.status}: “${arrived[0]?.text.slice(0, 40)}”`);
  }
}

/** A gateway that ignores keys may have answered one call twice. */
function meantByKey({ gateways }: Run): ReadonlyMap<string, readonly Meant[]> {
  const found = new Map<string, Meant[]>();
  for (const { account } of gateways)
    for (const { key, meant } of account.charges)
      if (key !== null && meant !== null) found.set(key, [...(found.get(key) ?? []), meant]);
  return found;
}

/**
 * The person stopped it at the last moment, or the process died before the end was written down, and the gateway may have
 * refused to answer the same key again.
 */
const isExcused = (run: Run, { status }: ReplyRow, arrivedIn: number | null): boolean =>
  status === 'stopped' || arrivedIn !== run.app?.life.number;

function checkWords(run: Run, row: ReplyRow, all: readonly Meant[]): void {
  const [first] = all;
  if (!all.some((meant) => isSaid(row, meant)))
    violate(run, 'results', `a reply says “${row.text}”, and its gateway said “${first?.text}”`);
  else if (!all.some((meant) => row.reasoning.endsWith(meant.reasoning)))
    violate(run, 'results', `the thinking of a reply is “${row.reasoning}”, and was “${first?.reasoning}”`);
  else if (!all.some(({ calls }) => row.calls.endsWith(calls.join())))
    violate(run, 'results', `a reply has the calls “${row.calls}”, and its gateway made “${first?.calls}”`);
  else if (!all.some((meant) => isCounted(row, meant)))
    violate(run, 'results', `a reply has the tokens ${row.prompt}, ${row.cached}, ${row.details} of another`);
  if (row.tokens === null) violate(run, 'results', 'a complete reply lost its number of tokens');
}

/** A reply that is gone on with counts both of its calls. */
function isCounted({ prompt, cached, details }: ReplyRow, { cache, isContinued }: Meant): boolean {
  if (cache === undefined || isContinued) return true;
  const { cacheWrite = 0, cacheWriteHour = 0 } = JSON.parse(details ?? '{}') as Record<string, number>;
  const kept = cacheWrite === cache.written && cacheWriteHour === cache.writtenHour;
  return prompt === cache.prompt && (cached ?? 0) === cache.cached && kept;
}

/** Blanks are a reply too, and which ones doesn't matter. */
function isSaid({ text }: ReplyRow, meant: Meant): boolean {
  if (meant.isContinued) return text.endsWith(meant.text);
  return text === meant.text || (meant.text.trim() === '' && text.trim() === '');
}
