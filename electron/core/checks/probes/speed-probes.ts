/** Probes of speed: when the first token comes, and how fast the others follow, alone and beside others. */
import type { ProbeId } from '../../../../shared/checks/probes';
import type { Seen, SeenReply } from '../seen';
import { type Ask, chat, figure, type Probe, unclear, works } from './probe';

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

const CHARACTERS_PER_TOKEN = 4;

interface Measured {
  readonly firstMs: number;
  /** Tokens per second after the first; `null` where they came too fast to tell. */
  readonly rate: number | null;
}

function measure({ arrivals, firstMs, text, usage }: SeenReply): Measured | null {
  const [first] = arrivals;
  const last = arrivals.at(-1);
  if (first === undefined || last === undefined) return null;
  const tokens = usage?.completionTokens ?? Math.ceil(text.length / CHARACTERS_PER_TOKEN);
  const seconds = (last[0] - first[0]) / 1_000;
  return { firstMs: firstMs ?? first[0], rate: seconds < 0.02 ? null : tokens / seconds };
}

function spread(label: string, values: readonly number[], unit: string) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted[sorted.length >> 1];
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (middle === undefined || least === undefined || most === undefined) return [];
  return [
    figure(`${label}, median`, middle, unit),
    figure(`${label}, lowest`, least, unit),
    figure(`${label}, highest`, most, unit),
  ];
}

function judge(seen: readonly Seen[]) {
  const measured = seen.flatMap((one) => (one.kind === 'reply' ? (measure(one) ?? []) : []));
  const rates = measured.flatMap(({ rate }) => rate ?? []);
  const figures = [
    ...spread(
      'First token',
      measured.map(({ firstMs }) => firstMs),
      'ms',
    ),
    ...spread('Speed', rates, 'tokens/s'),
  ];
  if (measured.length < seen.length)
    return unclear(`${measured.length} of ${seen.length} streams were completed.`, figures);
  const [first] = figures;
  const fast = rates.length === 0 ? '' : `, ${Math.round(figures[3]?.value as number)} tokens/s`;
  return works(
    `First token after ${Math.round(Number(first?.value ?? 0))} ms${fast} (median of ${seen.length}).`,
    figures,
  );
}

const speedOf = (id: ProbeId, count: number, isAtOnce: boolean): Probe => ({
  id,
  asks: () => streams(count),
  async run(ask) {
    const names = streams(count).map(({ step }) => step);
    if (isAtOnce) return judge(await Promise.all(names.map(ask)));
    const seen: Seen[] = [];
    for (const name of names) seen.push(await ask(name));
    return judge(seen);
  },
});

export const speedProbes: readonly Probe[] = [
  speedOf('speedAlone', 3, false),
  speedOf('speed2', 2, true),
  speedOf('speed4', 4, true),
  speedOf('speed8', 8, true),
];
