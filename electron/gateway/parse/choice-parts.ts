/**
 * What one choice of a chat reply holds beside its text and reasoning, in the order in which it came: refusals, tool
 * calls, media, citations, and content of types that are not read, as it came.
 */
import type { ChatPart, PlacedPart } from '../types/chat';
import { isMediaPart, type MutableToolCall, mergeToolCall } from './chat-content';
import { type AddedMedia, createChatMedia } from './chat-media';
import { isRecord, type JsonRecord, numberOrNull, textOrNull } from './json';
import { createKeptThinking, type KeptThinking } from './kept-thinking';

/** So many parts that are not read are kept of a choice; the inspector has all of them. */
const MOST_UNREAD = 100;

export interface ChoiceParts {
  /** Takes a part of the content that is neither text nor thinking. @returns the places that it opened */
  addContent(part: JsonRecord): readonly number[];
  /**
   * Takes the fields beside the content.
   * @param isRepeated whether the message holds once more what came in pieces
   */
  addFields(message: JsonRecord, isRepeated: boolean): readonly number[];
  /** Bytes of media and characters of JSON that are kept. */
  size(): number;
  all(): readonly PlacedPart[];
}

/** @param baseUrl completes relative addresses of media */
export function createChoiceParts(baseUrl: string): ChoiceParts {
  /** What is at each place; `null` where what came turned out to be nothing. */
  const places: (() => ChatPart | null)[] = [];
  const media = createChatMedia(baseUrl);
  const calls = createToolCalls();
  const refusal = { text: '', isPlaced: false };
  const unread = new Set<string>();
  const thinking = createKeptThinking();
  let size = 0;
  let opened: number[] = [];

  const open = (part: () => ChatPart | null) => {
    opened.push(places.length);
    places.push(part);
  };
  /** No step names it: it parts no text. */
  const openAtEnd = (part: () => ChatPart | null) => {
    places.push(part);
  };
  const addRaw = (type: 'citation' | 'unknown', raw: JsonRecord, place = open) => {
    const json = JSON.stringify(raw);
    // A last chunk may repeat what earlier ones brought.
    if (unread.has(json) || unread.size >= MOST_UNREAD) return;
    unread.add(json);
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
  const addCalls = (list: readonly unknown[], isRepeated: boolean) => {
    for (const call of calls.add(list.filter(isRecord), isRepeated)) {
      open(() => {
        const raw = call();
        return raw && { type: 'toolCall', raw };
      });
    }
  };
  const openedBy = (work: () => void): readonly number[] => {
    opened = [];
    work();
    return opened;
  };
  const addContent = (part: JsonRecord) => {
    if (isMediaPart(part) && addMedia(media.add(part))) return;
    const declined = part.type === 'refusal' ? textOrNull(part.refusal) : null;
    if (declined !== null) addRefusal(declined, false);
    else if (/^(tool_use|tool_call|function_call)$/.test(String(part.type))) addCalls([part], false);
    else if (Object.keys(part).length > 0) addRaw('unknown', part);
  };
  const addFields = (message: JsonRecord, isRepeated: boolean) => {
    const { images, videos, audios, files, audio, annotations, tool_calls: asked } = message;
    for (const item of [images, videos, audios, files].flat()) addMedia(media.add(item));
    // Its transcript goes on beside it.
    for (const sound of [audio].flat().filter(isRecord))
      addMedia(media.addSound(sound, isRepeated), openAtEnd);
    const declined = textOrNull(message.refusal);
    if (declined !== null) addRefusal(declined, isRepeated);
    for (const one of [annotations].flat().filter(isRecord)) addRaw('citation', one);
    if (Array.isArray(asked)) addCalls(asked, isRepeated);
    size += thinking.add(message, isRepeated);
    for (const role of otherRoles(message)) addRaw('unknown', { role }, openAtEnd);
  };
  return {
    addContent: (part) => openedBy(() => addContent(part)),
    addFields: (message, isRepeated) => openedBy(() => addFields(message, isRepeated)),
    size: () => size,
    all: () => allOf(places, thinking),
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

/** Tool calls, whose arguments come in pieces; a whole message may repeat them. */
function createToolCalls() {
  const byIndex = new Map<number, MutableToolCall>();
  const inOrder: number[] = [];
  return {
    /** @returns the call at each place that is new; `null` where it is gone */
    add(calls: readonly JsonRecord[], isRepeated: boolean): readonly (() => JsonRecord | null)[] {
      if (isRepeated && calls.length > 0) {
        byIndex.clear();
        calls.forEach((call, position) => {
          inOrder[position] = numberOrNull(call.index) ?? position;
        });
      }
      const before = inOrder.length;
      calls.forEach((call, position) => {
        const at = numberOrNull(call.index) ?? position;
        const begun = byIndex.get(at) ?? { function: {} };
        if (!byIndex.has(at) && !inOrder.includes(at)) inOrder.push(at);
        byIndex.set(at, begun);
        mergeToolCall(begun, call);
      });
      return inOrder.slice(before).map((_, offset) => {
        const place = before + offset;
        return () => byIndex.get(inOrder[place] ?? -1) ?? null;
      });
    },
  };
}
