/**
 * What a call of a check showed, as it is stored and judged. A probe judges nothing else, so that it judges the same
 * after a restart. Long texts are cut; bytes are described instead of kept.
 */
import { type CheckCall, checkLimits } from '../../../shared/checks/checks';
import type { AppErrorData } from '../../../shared/errors';
import type { Money } from '../../../shared/money/money';
import type { CallMeta } from '../../gateway/types/call';
import type { ChatPart, ChatResult, ChatUsage } from '../../gateway/types/chat';
import { type FileFacts, factsOfFile } from './file-facts';

export interface SeenToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON as it came. */
  readonly arguments: string;
}

/** A file that came, by its bytes. */
export type SeenFile = FileFacts & { readonly bytes: number; readonly fingerprint: string };

/** When a piece of a stream came, in milliseconds after the request, and how many characters it had. */
export type Arrival = readonly [ms: number, characters: number];

export interface SeenReply {
  readonly kind: 'reply';
  readonly text: string;
  readonly reasoning: string;
  readonly finish: string | null;
  /** Of every choice the text. */
  readonly choices: readonly string[];
  readonly toolCalls: readonly SeenToolCall[];
  readonly files: readonly SeenFile[];
  /** The model that the gateway names. */
  readonly model: string | null;
  readonly usage: ChatUsage | null;
  /** What the answer says that it cost; of the stored call, where it is one. */
  readonly charged?: Money;
  /** Fields that the gateway refused and that were left out. */
  readonly dropped: readonly string[];
  readonly isStream: boolean;
  readonly firstMs: number | null;
  readonly totalMs: number | null;
  readonly arrivals: readonly Arrival[];
  /** For how long this computer took nothing in meanwhile, at the longest. Absent in checks of earlier versions. */
  readonly stalledMs?: number;
  /** The body as it came; cut. */
  readonly raw: unknown;
}

/** The gateway refused the request, or no answer came. */
export interface SeenFailure {
  readonly kind: 'refused' | 'unknown';
  readonly error: AppErrorData | null;
}

export type Seen = SeenReply | SeenFailure;

export interface StreamTimes {
  readonly isStream: boolean;
  readonly arrivals: readonly Arrival[];
  readonly stalledMs?: number;
}

const MOST_ARRIVALS = 400;

export function seenReply(result: ChatResult, times: StreamTimes): SeenReply {
  const [first] = result.choices;
  const parts = first?.parts ?? [];
  return {
    kind: 'reply',
    text: cut(first?.text ?? ''),
    reasoning: cut(first?.reasoning ?? ''),
    finish: first?.finishReason ?? null,
    choices: result.choices.map(({ text }) => cut(text)),
    toolCalls: parts.flatMap(toToolCall),
    files: parts.flatMap(toFile),
    model: result.model,
    usage: result.usage,
    dropped: result.meta.droppedFields,
    isStream: times.isStream,
    firstMs: result.meta.timing.firstMs,
    totalMs: result.meta.timing.totalMs,
    arrivals: times.arrivals.slice(0, MOST_ARRIVALS),
    ...(times.stalledMs !== undefined && { stalledMs: times.stalledMs }),
    raw: times.isStream ? null : bounded(result.raw),
  };
}

/** Generated files as a reply without text. */
export function seenFiles(files: readonly SeenFile[], meta: CallMeta, raw: unknown): SeenReply {
  return {
    kind: 'reply',
    text: '',
    reasoning: '',
    finish: null,
    choices: [],
    toolCalls: [],
    model: null,
    usage: null,
    isStream: false,
    arrivals: [],
    files,
    dropped: meta.droppedFields,
    firstMs: meta.timing.firstMs,
    totalMs: meta.timing.totalMs,
    raw: bounded(raw),
  };
}

export const seenFile = (bytes: Uint8Array): SeenFile => ({
  ...factsOfFile(bytes),
  bytes: bytes.length,
  fingerprint: fingerprintOf(bytes),
});

/** Tells two files apart; no proof that they are the same (FNV-1a, 32 bits). */
function fingerprintOf(bytes: Uint8Array): string {
  let hash = 2_166_136_261;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 16_777_619);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** A stored call as it was seen. */
export function seenOf({
  status,
  answer,
  error,
  cost,
}: Pick<CheckCall, 'status' | 'answer' | 'error' | 'cost'>): Seen {
  if (status === 'answered' && answer?.kind === 'reply') {
    const [charged] = cost ?? [];
    return { ...(answer as unknown as SeenReply), ...(charged && { charged }) };
  }
  return { kind: status === 'refused' ? 'refused' : 'unknown', error };
}

function toToolCall(part: ChatPart): SeenToolCall[] {
  if (part.type !== 'toolCall') return [];
  const raw = asRecord(part.raw);
  const called = asRecord(raw.function ?? raw);
  const given = called.arguments ?? called.input ?? '';
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  return [{ id: String(raw.id ?? ''), name: String(called.name ?? ''), arguments: cut(text) }];
}

function toFile(part: ChatPart): SeenFile[] {
  return part.type === 'media' && part.source.kind === 'bytes' ? [seenFile(part.source.bytes)] : [];
}

export const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

const MOST_TEXT = 12_000;

const cut = (text: string): string => (text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text);

/** The same with long texts cut, so that it can be kept; a note in its place where it is too long even so. */
export function bounded(value: unknown, mostText = 2_000): unknown {
  const short = shortened(value, mostText);
  const size = JSON.stringify(short)?.length ?? 0;
  if (size <= checkLimits.evidenceCharacters) return short ?? null;
  return mostText > 200 ? bounded(value, 200) : { leftOut: `${size} characters` };
}

function shortened(value: unknown, most: number): unknown {
  if (typeof value === 'string')
    return value.length > most ? `${value.slice(0, most)}… (${value.length} characters)` : value;
  if (Array.isArray(value)) return value.map((one) => shortened(one, most));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one, most)]));
}
