/**
 * What one choice of a chat reply holds beside its text and reasoning, in the order in which it came: refusals, tool
 * calls, media, citations, and content of types that are not read, as it came.
 */
import { type ContentFilter, createRedactor, type Redactor } from '../record/redact';
import type { CallDelta, ChatPart, PlacedPart } from '../types/chat';
import { isMediaPart } from './chat-content';
import { type AddedMedia, createChatMedia } from './chat-media';
import { isRecord, type JsonRecord, textOrNull, wordOf } from './json';
import { createKeptThinking, type KeptThinking } from './kept-thinking';
import { createToolPieces, type GrownCall } from './tool-pieces';

/** So many citations, and parts that are not read, are kept of a choice; the inspector has all. A call is never left out. */
const MOST_UNREAD = 100;

export interface ChoiceParts {
  /** Takes a part of the content that is neither text nor thinking. @returns the places that it opened */
  addContent(part: JsonRecord): readonly number[];
  /**
   * Takes the fields beside the content.
   * @param isRepeated whether the message holds once more what came in pieces
   */
  addFields(message: JsonRecord, isRepeated: boolean): readonly number[];
  /** What came of calls of tools since it was asked last. */
  callSteps(): readonly CallDelta[];
  /** Bytes of media and characters of JSON that are kept. */
  size(): number;
  all(): readonly PlacedPart[];
}

/** @param baseUrl completes relative addresses of media */
export function createChoiceParts(baseUrl: string, redactor: Redactor = createRedactor([])): ChoiceParts {
  const { places, open, openAtEnd, openedBy } = createPlaces();
  const media = createChatMedia(baseUrl);
  const [calls, live] = [createToolPieces(), createLiveCalls(redactor)];
  const refusal = { text: '', isPlaced: false };
  const unread = createUnread();
  const thinking = createKeptThinking();
  let size = 0;

  const addRaw = (type: 'citation' | 'unknown' | 'toolCall', raw: JsonRecord, place = open) => {
    const json = JSON.stringify(raw);
    if (!unread.takes(type, json)) return;
    size += json.length;
    // A citation names its place in the text itself.
    (type === 'citation' ? openAtEnd : place)(() => ({ type, raw }));
  };
  const addRefusal = (text: string, isRepeated: boolean) => {
    refusal.text = isRepeated ? text : refusal.text + text;
    if (!refusal.isPlaced) open(() => ({ type: 'refusal', text: refusal.text }));
    refusal.isPlaced = true;
  };
  /** @returns whether it was media */
  const addMedia = (added: AddedMedia | null, place = open): boolean => {
    if (added === null) return false;
    size += added.bytes;
    const { source } = added;
    if (source !== null) place(() => ({ type: 'media', source: source() }));
    return true;
  };
  const addCalls = (added: ReturnType<typeof calls.add>) => {
    for (const call of added) {
      live.places.push(places.length);
      open(() => toolCallOf(call()));
    }
  };
  const addContent = (part: JsonRecord) => {
    if (isMediaPart(part) && addMedia(media.add(part))) return;
    const declined = part.type === 'refusal' ? textOrNull(part.refusal) : null;
    if (declined !== null) addRefusal(declined, false);
    else if (/^(tool_use|tool_call|function_call)$/.test(wordOf(part.type))) addRaw('toolCall', part);
    else if (Object.keys(part).length > 0) addRaw('unknown', part);
  };
  const addFields = (message: JsonRecord, isRepeated: boolean) => {
    const {
      images,
      videos,
      audios,
      files,
      audio,
      annotations,
      tool_calls: asked,
      function_call: older,
    } = message;
    for (const item of [images, videos, audios, files, ...SINGLE.map((name) => message[name])].flat())
      addMedia(media.add(item));
    // Its transcript goes on beside it.
    for (const sound of [audio].flat().filter(isRecord))
      addMedia(media.addSound(sound, isRepeated), openAtEnd);
    const declined = textOrNull(message.refusal);
    if (declined !== null) addRefusal(declined, isRepeated);
    for (const one of [annotations].flat().filter(isRecord)) addRaw('citation', one);
    const list = [asked].flat().filter(isRecord);
    if (Array.isArray(asked) || list.length > 0) addCalls(calls.add(list, isRepeated));
    if (isRecord(older)) addCalls(calls.addOlder(older, isRepeated));
    size += thinking.add(message, isRepeated);
    for (const role of otherRoles(message)) addRaw('unknown', { role }, openAtEnd);
  };
  return {
    addContent: (part) => openedBy(() => addContent(part)),
    addFields: (message, isRepeated) => openedBy(() => addFields(message, isRepeated)),
    callSteps: () => calls.grown().flatMap(live.stepOf),
    size: () => size,
    all: () => allOf(places, thinking),
  };
}

/** What a message may hold one of, or name in the singular. */
const SINGLE = ['image', 'video', 'file', 'media'];

/** What is kept as it came, by its kind: many citations leave no call out. */
function createUnread() {
  const kinds = new Map<string, Set<string>>();
  return {
    takes(type: 'citation' | 'unknown' | 'toolCall', json: string): boolean {
      const known = kinds.get(type) ?? new Set();
      kinds.set(type, known);
      // A last chunk may repeat what earlier ones brought.
      if (known.has(json) || (type !== 'toolCall' && known.size >= MOST_UNREAD)) return false;
      known.add(json);
      return true;
    },
  };
}

const toolCallOf = (raw: JsonRecord | null): ChatPart | null => raw && { type: 'toolCall', raw };

/** Calls as they are shown while they come: without the key, also where a piece ends inside it. */
function createLiveCalls(redactor: Redactor) {
  /** Of each call its place among the parts. */
  const places: number[] = [];
  const filters: ContentFilter[] = [];
  return {
    places,
    stepOf({ at, id, name, hasTextInput, text, isWhole }: GrownCall): readonly CallDelta[] {
      const place = places[at];
      const filter = isWhole ? undefined : filters[at];
      const clean = filter ?? redactor.createFilter();
      filters[at] = clean;
      if (place === undefined) return [];
      const said = redactor.content({ id, name });
      return [{ place, ...said, hasTextInput, text: clean.push(text), ...(isWhole && { isWhole }) }];
    },
  };
}

/** What is at each place; `null` where what came turned out to be nothing. */
function createPlaces() {
  const places: (() => ChatPart | null)[] = [];
  let opened: number[] = [];
  return {
    places,
    open(part: () => ChatPart | null) {
      opened.push(places.length);
      places.push(part);
    },
    /** No step names it: it parts no text. */
    openAtEnd(part: () => ChatPart | null) {
      places.push(part);
    },
    openedBy(work: () => void): readonly number[] {
      opened = [];
      work();
      return opened;
    },
  };
}

/** What each place holds, and behind it the thinking that is sent back. */
function allOf(places: readonly (() => ChatPart | null)[], thinking: KeptThinking): readonly PlacedPart[] {
  const held = places.flatMap((part, place): readonly PlacedPart[] => {
    const one = part();
    return one === null ? [] : [{ ...one, place }];
  });
  const raw = thinking.fields();
  return raw === null ? held : [...held, { type: 'thinking', raw, place: places.length }];
}

/** A reply is the assistant's: who else is named as its author is kept beside it, and not taken for that. */
function otherRoles(message: JsonRecord): readonly string[] {
  const role = textOrNull(message.role);
  return role === null || role.toLowerCase() === 'assistant' ? [] : [role];
}
