/** Probes of speed: when the first token comes, and how fast the others follow, alone and beside others. */
import type { ProbeId } from '../../../../shared/checks/probes';
import { compareNames } from '../model-names';
import type { Seen, SeenReply } from '../seen';
import { type Ask, chat, fails, figure, type Probe, unclear, type Verdict, works } from './probe';

/** About 150 tokens. */
const prompt = 'Count from 1 to 50. Write all numbers, separated by commas, and nothing else.';

const streams = (count: number): Ask[] =>
  Array.from({ length: count }, (_, at) =>
    chat(`stream ${at + 1}`, prompt, {
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 250,
    }),
  );

const ALONE = 3;
const namesOf = (asks: readonly Ask[]): string[] => asks.map(({ name, step }) => name ?? step);

/** Those of the probe that streams one after the other, to compare with: paid once. */
const alone: readonly Ask[] = streams(ALONE).map((ask) => ({
  ...ask,
  sharedWith: 'speedAlone',
  name: `alone ${ask.step}`,
}));

const CHARACTERS_PER_TOKEN = 4;

interface Measured {
  readonly firstMs: number;
  /** Tokens per second after the first; `null` where they came too fast to tell. */
  readonly rate: number | null;
}

const isReply = (seen: Seen): seen is SeenReply => seen.kind === 'reply';

function measure({ arrivals, firstMs, text, usage }: SeenReply): readonly Measured[] {
  const [first] = arrivals;
  const last = arrivals.at(-1);
  if (first === undefined || last === undefined) return [];
  const tokens = usage?.completionTokens ?? Math.ceil(text.length / CHARACTERS_PER_TOKEN);
  const seconds = (last[0] - first[0]) / 1_000;
  return [{ firstMs: firstMs ?? first[0], rate: seconds < 0.02 ? null : tokens / seconds }];
}

function middleOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1];
}

function spread(label: string, values: readonly number[], unit: string) {
  const middle = middleOf(values);
  if (middle === undefined) return [];
  return [
    figure(`${label}, median`, middle, unit),
    figure(`${label}, lowest`, Math.min(...values), unit),
    figure(`${label}, highest`, Math.max(...values), unit),
  ];
}

const ratesOf = (measured: readonly Measured[]): number[] => measured.flatMap(({ rate }) => rate ?? []);

function judge(seen: readonly Seen[], beside: readonly Seen[] = []): Verdict {
  const measured = seen.filter(isReply).flatMap(measure);
  const rates = ratesOf(measured);
  const usual = middleOf(ratesOf(beside.filter(isReply).flatMap(measure)));
  const [middle, firstMs] = [middleOf(rates), middleOf(measured.map((one) => one.firstMs))];
  const share = usual === undefined || middle === undefined ? null : middle / usual;
  const firstTokens = measured.map((one) => one.firstMs);
  const figures = [
    ...spread('First token', firstTokens, 'ms'),
    ...spread('Speed', rates, 'tokens/s'),
    ...(share === null ? [] : [figure('Of the speed alone', share * 100, '%')]),
  ];
  if (measured.length < seen.length)
    return unclear(`${measured.length} of ${seen.length} streams were completed.`, figures);
  const fast = middle === undefined ? '' : `, ${Math.round(middle)} tokens/s`;
  const slowed = share === null ? '' : slowedWords(share, seen.length);
  const note = `First token after ${Math.round(firstMs ?? 0)} ms${fast} (median of ${seen.length}).${slowed}`;
  return works(note, figures);
}

/** Below this share of the speed alone it is said: what a busy computer takes is less. */
const SLOWED = 0.6;

/** A server may have room for one stream only, and a gateway may slow down whoever asks for more: both look the same. */
function slowedWords(share: number, count: number): string {
  if (share >= SLOWED) return '';
  const together = share * count;
  const sum = together < 1.25 ? ', so all of them together are no faster than one' : '';
  return ` Each stream has ${Math.round(share * 100)} % of the speed alone${sum}; no rate limit was named.`;
}

/** What else answers once several ask: `null` where it seems to be the same. */
function changedUnderLoad(seen: readonly Seen[], beside: readonly Seen[]): Verdict | null {
  const [usual, busy] = [beside.filter(isReply), seen.filter(isReply)];
  const [named] = usual.flatMap(({ model }) => model ?? []);
  if (named !== undefined) {
    const others = busy.flatMap(({ model }) => (model !== null && isOther(named, model) ? [model] : []));
    const [other] = others;
    if (other !== undefined)
      return fails(
        `Alone its replies name ${named}; at once ${others.length} of ${busy.length} name ${other}.`,
      );
  }
  const counts = usual.flatMap(({ usage }) => usage?.promptTokens ?? []);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const odd = busy
    .flatMap(({ usage }) => usage?.promptTokens ?? [])
    .find((count) => isFar(count, least, most));
  return odd === undefined || counts.length === 0
    ? null
    : unclear(
        `The same prompt counts ${most} tokens alone and ${odd} at once: another model or another template may answer under load.`,
      );
}

const isOther = (named: string, other: string): boolean =>
  other.trim() !== '' && compareNames(named, other) === 'other';

/** Beyond what differs from request to request, such as a date in a template. */
const isFar = (count: number, least: number, most: number): boolean =>
  count < least * 0.9 - 3 || count > most * 1.1 + 3;

async function inTurn(ask: (name: string) => Promise<Seen>, names: readonly string[]): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const name of names) seen.push(await ask(name));
  return seen;
}

const speedAlone: Probe = {
  id: 'speedAlone',
  asks: () => streams(ALONE),
  run: async (ask) => judge(await inTurn(ask, namesOf(streams(ALONE)))),
};

const speedOf = (id: ProbeId, count: number): Probe => ({
  id,
  asks: () => [...alone, ...streams(count)],
  async run(ask) {
    const beside = await inTurn(ask, namesOf(alone));
    const seen = await Promise.all(namesOf(streams(count)).map(ask));
    const verdict = judge(seen, beside);
    const changed = changedUnderLoad(seen, beside);
    return changed === null ? verdict : { ...changed, figures: verdict.figures ?? [] };
  },
});

export const speedProbes: readonly Probe[] = [
  speedAlone,
  speedOf('speed2', 2),
  speedOf('speed4', 4),
  speedOf('speed8', 8),
];
