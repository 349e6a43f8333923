/** A result that comes as events, as lines of JSON, or as objects one behind the other. */
import { findErrorInside } from '../parse/error-reply';
import { isRecord, type JsonRecord, textOrNull, wordOf } from '../parse/json';
import { declaredType, readMediaSource } from '../parse/media-source';
import { sniffMediaType, soundSource } from '../parse/media-type';
import { createEventParser } from '../parse/sse';
import type { MediaSource } from '../types/media';
import { parseJson } from './body';
import type { Reply } from './call';
import { splitObjects } from './split-objects';

export function eventsOf(reply: Reply, text: string): readonly JsonRecord[] {
  const parser = createEventParser();
  return [...parser.push(text), ...parser.end()].flatMap(({ data }) => {
    const event = parseJson(data, reply.redactor.content);
    return isRecord(event) ? [event] : [];
  });
}

/** More than one object, with line ends between them or nothing; empty where the text is one, or none. */
export function objectsOf(reply: Reply, text: string): readonly JsonRecord[] {
  const parts = splitObjects(text);
  if (parts.length < 2) return [];
  const found = parts.map((part) => parseJson(part, reply.redactor.content)).filter(isRecord);
  return found.length > 1 ? found : [];
}

export const isRefusal = (event: JsonRecord): boolean => findErrorInside(event, 200) !== null;

/** Sound comes in pieces, an image whole in the last event that has one. */
export function sourceOfEvents(
  events: readonly JsonRecord[],
  baseUrl: string,
  asked: string | null,
): MediaSource | null {
  const pieces: Piece[] = [];
  for (const event of events) {
    const piece = isRepetition(event) ? null : pieceIn(event, pieces.length > 0);
    if (piece !== null) pieces.push(piece);
  }
  const sound = joinedSound(pieces, asked);
  if (sound !== null) return sound;
  const sources = events.map((event) => readMediaSource(event, baseUrl));
  return sources.findLast((source) => source !== null) ?? null;
}

/** OpenAI’s last event of a kind may hold all of it once more. */
const isRepetition = ({ type }: JsonRecord): boolean => /done|completed/.test(wordOf(type));

/** An event for each of several images, each of them finished (Ark); as one record. */
export function severalIn(events: readonly JsonRecord[], baseUrl: string): JsonRecord | null {
  const finished = events.filter(
    ({ type, ...event }) =>
      typeof type === 'string' && /succe|complete/.test(type) && readMediaSource(event, baseUrl) !== null,
  );
  return finished.length > 1 ? { ...events.at(-1), data: finished } : null;
}

/**
 * What a model in chunks of a chat said, as one answer: an image may stand in it in Markdown, and else it says why none
 * came. `null` where it said nothing.
 */
export function wordsOfChunks(events: readonly JsonRecord[]): JsonRecord | null {
  const content = events.map((event) => wordsIn(deltaOf(event)?.content)).join('');
  return content === '' ? null : { ...events.at(-1), choices: [{ index: 0, message: { content } }] };
}

const wordsIn = (content: unknown): string =>
  [content]
    .flat()
    .map((one) => textOrNull(isRecord(one) ? one.text : one) ?? '')
    .join('');

function deltaOf({ choices }: JsonRecord): JsonRecord | null {
  const [first] = Array.isArray(choices) ? choices : [];
  return isRecord(first) ? ([first.delta, first.message].find(isRecord) ?? null) : null;
}

/** A piece of sound, as text. */
interface Piece {
  readonly text: string;
  /** What is beside it. */
  readonly declared: string | null;
}

/** Fields that hold nothing but sound, and those that do where they are long or their event says so. */
const SOUNDS = ['audio', 'audio_base64', 'audioContent', 'audio_content', 'base64_audio', 'audio_data'];
const VAGUE = ['data', 'delta', 'chunk'];
const HOLDERS = ['data', 'result', 'output', 'response', 'audio', 'delta'];
const ENCODED = /^[A-Za-z0-9+/_=\s-]+$/;
const HEX = /^(?:[0-9a-f]{2})+$/i;
/** Shorter texts are words such as `ok`. */
const SHORTEST = 16;
const MOST_LEVELS = 3;

function pieceIn(record: JsonRecord, hasBegun: boolean, level = 0): Piece | null {
  const isSound = hasBegun || level > 0 || /audio|speech|^chunk$/.test(wordOf(record.type ?? ''));
  const own = [...SOUNDS, ...VAGUE]
    .map((name) => ({ name, text: textOrNull(record[name]) }))
    .find(({ name, text }) => text !== null && isPiece(text, SOUNDS.includes(name) || isSound));
  if (own?.text != null) return { text: own.text, declared: declaredType(record) };
  if (level >= MOST_LEVELS) return null;
  const inside = HOLDERS.map((name) => record[name]).filter(isRecord);
  const found = inside.map((one) => pieceIn(one, hasBegun, level + 1)).find((piece) => piece !== null);
  return found ?? partOf(record) ?? spokenIn(deltaOf(record));
}

/**
 * Sound in chunks of a chat: OpenAI's in `audio`; Zhipu’s samples stand where the words would, with their rate beside them
 * (docs.bigmodel.cn, GLM-TTS).
 */
function spokenIn(delta: JsonRecord | null): Piece | null {
  if (delta === null) return null;
  const { return_format: format, return_sample_rate: rate, content, audio } = delta;
  const sound = isRecord(audio) ? textOrNull(audio.data) : null;
  if (isRecord(audio) && sound !== null) return { text: sound, declared: declaredType(audio) };
  const text = textOrNull(content);
  if (text === null || text === '' || (format === undefined && rate === undefined)) return null;
  return { text, declared: declaredType({ format: format ?? 'pcm', rate }) };
}

const isPiece = (text: string, isSound: boolean): boolean =>
  ENCODED.test(text) && (text.length >= SHORTEST || (isSound && text.length % 4 === 0));

/** Gemini’s speech is a part of a message. */
function partOf({ candidates }: JsonRecord): Piece | null {
  const [first] = Array.isArray(candidates) ? candidates : [];
  const parts = isRecord(first) && isRecord(first.content) ? first.content.parts : null;
  const inline = [parts]
    .flat()
    .filter(isRecord)
    .map(({ inlineData }) => inlineData)
    .find(isRecord);
  const text = inline === undefined ? null : textOrNull(inline.data);
  return inline === undefined || text === null ? null : { text, declared: declaredType(inline) };
}

/** `null` where there are no pieces, or they are those of an image. */
function joinedSound(pieces: readonly Piece[], asked: string | null): MediaSource | null {
  // Silence in base64 is all A, which hexadecimal without a number is not.
  const isHex = pieces.every(({ text }) => HEX.test(text)) && pieces.some(({ text }) => /\d/.test(text));
  const encoding = isHex ? 'hex' : 'base64';
  const decoded = pieces.map(({ text }) => Buffer.from(text, encoding));
  const [first] = decoded;
  if (first === undefined || /^(?:image|video)\//.test(sniffMediaType(first) ?? '')) return null;
  const declared = pieces.find((piece) => piece.declared !== null)?.declared ?? null;
  return soundSource(new Uint8Array(wholeOf(decoded)), declared ?? asked);
}

/**
 * MiniMax’s last piece holds all of the sound once more. After silence alone nobody can know: a second piece of silence,
 * or one that begins with it, is kept, since a pause that is too long loses nothing.
 */
function wholeOf(pieces: readonly Buffer[]): Buffer {
  const last = pieces.at(-1) ?? Buffer.alloc(0);
  const before = Buffer.concat(pieces.slice(0, -1));
  const isSilence = before.every((byte) => byte === before[0]);
  const isAll = !isSilence && last.length >= before.length && last.subarray(0, before.length).equals(before);
  return isAll ? last : Buffer.concat([before, last]);
}
