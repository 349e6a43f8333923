/** The events of a streamed reply, in forms that gateways send and OpenAI's documents don't describe. */
import type { Random } from '../world/random';
import type { Written } from './meaning';

export interface Wire {
  readonly framing: 'events' | 'lines-between' | 'ndjson';
  /** How the pieces of the text follow each other. */
  readonly pieces: 'new' | 'cumulative' | 'whole-at-end';
  /** What is said once it is over; `null` where the body only ends. */
  readonly mark: string | null;
  /** The server keeps the connection after it. */
  readonly staysOpen: boolean;
  /** Words between the chunks. */
  readonly isNoisy: boolean;
  /** Of the header; the bytes are UTF-8 unless `isLatin`. */
  readonly charset: string | null;
  readonly isLatin: boolean;
}

const usualMark = 'data: [DONE]\n\n';
const marks = ['data: [done]\n\n', 'data: DONE\n\n', 'data: "[DONE]"\n\n', 'event: done\ndata: {}\n\n'];
const lies = ['ISO-8859-1', 'gbk', 'us-ascii', 'windows-1252'];
const noises = [
  'data: ping\n\n',
  'data: 2026-01-05T10:00:00Z\n\n',
  'data: true\n\n',
  'data: "keep-alive"\n\n',
  'event: ping\ndata: {"type":"ping"}\n\n',
  ': keep-alive\n',
  '\n',
];

export function drawWire(random: Random): Wire {
  const framing = random.weighted({ events: 86, 'lines-between': 7, ndjson: 7 });
  const isPlain = framing === 'events';
  const kind = random.weighted({ usual: 8, other: 3, none: 1 });
  const other = kind === 'other' ? random.pick(marks) : null;
  const mark = kind === 'usual' ? usualMark : other;
  const isLatin = random.chance(0.03);
  return {
    framing,
    pieces: random.weighted({ new: 86, cumulative: 7, 'whole-at-end': 7 }),
    mark: framing === 'ndjson' ? null : mark,
    staysOpen: isPlain && mark !== null && random.chance(0.3),
    isNoisy: isPlain && random.chance(0.2),
    charset: isLatin ? 'ISO-8859-1' : random.chance(0.15) ? random.pick(lies) : null,
    isLatin,
  };
}

/** A text in at least three pieces, cut anywhere, also inside a tag. */
export function cutText(random: Random, text: string): readonly string[] {
  if (text.length < 12) return text === '' ? [] : [text];
  const places = Array.from({ length: random.int(2, 14) }, () => random.int(4, text.length - 1));
  const cuts = [0, ...new Set(places.sort((one, other) => one - other)), text.length];
  return cuts.slice(1).map((end, at) => text.slice(cuts[at], end));
}

/** The deltas of a text, as the gateway counts them. */
export function deltasOfText({ pieces }: Wire, steps: readonly string[]): readonly { content: string }[] {
  if (pieces !== 'cumulative') return steps.map((content) => ({ content }));
  return steps.map((_, at) => ({ content: steps.slice(0, at + 1).join('') }));
}

/** The last choice; some repeat the whole message in it, with the thinking or without. */
export function lastChoice(random: Random, { pieces }: Wire, { content, plain }: Written) {
  const end = { index: 0, finish_reason: 'stop' };
  if (pieces !== 'whole-at-end') return { ...end, delta: {} };
  return { ...end, message: { role: 'assistant', content: random.chance(0.5) ? content : plain } };
}

/** One chunk as it is sent, sometimes behind words that are no chunk. */
export function frame(random: Random, { framing, isNoisy, isLatin }: Wire, chunk: unknown): Uint8Array {
  const data = JSON.stringify(chunk);
  const noise = isNoisy && random.chance(0.3) ? random.pick(noises) : '';
  const text =
    framing === 'ndjson' ? `${data}\n` : `${noise}data: ${data}${framing === 'events' ? '\n\n' : '\n'}`;
  return Buffer.from(text, isLatin ? 'latin1' : 'utf8');
}

export function contentTypeOf({ framing, charset }: Wire, isStream: boolean): string {
  const streamed = framing === 'ndjson' ? 'application/x-ndjson' : 'text/event-stream';
  return `${isStream ? streamed : 'application/json'}${charset === null ? '' : `; charset=${charset}`}`;
}
