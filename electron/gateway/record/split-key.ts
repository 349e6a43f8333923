/**
 * Finds a key that is spread over several events of a stream.
 *
 * A model that repeats the key writes a few letters an event, so no single event holds it. Events whose texts end in
 * what may be the key's beginning are held back until it is clear that it is not, or the key is cut out of them all.
 * Only the open ending of each place is looked at again, so the work grows with the bytes and not with their square.
 */
import type { CallEvent } from '../../../shared/calls/inspector';
import { type KeySpan, REMOVED, type Redactor } from './redact';

/** A far side that leaves hints of the key in every event could hold all of them back; beyond this, none is. */
const MOST_HELD = 256;

export interface SplitKeyFilter {
  /** The events that are safe now, in order. */
  push(event: CallEvent, body: unknown): CallEvent[];
  /** All that were held back. */
  end(): CallEvent[];
}

interface Held {
  readonly event: CallEvent;
  readonly body: unknown;
  /** Every text of the body, by its place. */
  readonly texts: Map<string, string>;
  /** How many of its texts hold a part of an open ending. */
  openTexts: number;
  isChanged: boolean;
}

/** A part of the open ending at one place: an ending of the text that `held` has there. */
interface OpenPart {
  readonly held: Held;
  readonly text: string;
}

/** `body` is the event's data as JSON, or the data itself where it is none. */
export function createSplitKeyFilter({ find, openAt }: Pick<Redactor, 'find' | 'openAt'>): SplitKeyFilter {
  let held: Held[] = [];
  const open = new Map<string, readonly OpenPart[]>();

  /** Cuts the key out of the parts at one place, and keeps those open that may still hold its beginning. */
  const settle = (place: string, parts: readonly OpenPart[], isEnd: boolean): void => {
    const joined = parts.map(({ text }) => text).join('');
    // What is in one event alone was removed before it came here.
    const spans = parts.length > 1 || isEnd ? find(joined) : [];
    const openFrom = isEnd ? joined.length : openAfter(spans, openAt(joined));
    const whole = spans.filter(({ end }) => end <= openFrom);
    const begun = spans.find(({ end }) => end > openFrom)?.start ?? openFrom;
    const keptFrom = Math.max(Math.min(openFrom, begun), ...whole.map(({ end }) => end));
    if (whole.length > 0) cutAcross(place, parts, whole);
    setOpen(place, endOf(parts, keptFrom));
  };
  const setOpen = (place: string, parts: readonly OpenPart[]): void => {
    for (const { held: one } of open.get(place) ?? []) one.openTexts -= 1;
    for (const { held: one } of parts) one.openTexts += 1;
    if (parts.length === 0) open.delete(place);
    else open.set(place, parts);
  };
  const release = (): CallEvent[] => {
    const waiting = held.findIndex(({ openTexts }) => openTexts > 0);
    const count = waiting === -1 ? held.length : waiting;
    return held.splice(0, count).map(toEvent);
  };
  const releaseAll = (): CallEvent[] => {
    for (const [place, parts] of [...open]) settle(place, parts, true);
    const released = held.map(toEvent);
    held = [];
    return released;
  };
  return {
    push(event, body) {
      const one: Held = { event, body, texts: new Map(), openTexts: 0, isChanged: false };
      mapTexts(body, (text, place) => {
        if (text !== '') one.texts.set(place, text);
        return text;
      });
      held.push(one);
      for (const [place, text] of one.texts)
        settle(place, [...(open.get(place) ?? []), { held: one, text }], false);
      return held.length >= MOST_HELD ? releaseAll() : release();
    },
    end: releaseAll,
  };
}

function toEvent({ event, body, texts, isChanged }: Held): CallEvent {
  if (!isChanged) return event;
  const changed = mapTexts(body, (text, place) => texts.get(place) ?? text);
  return { ...event, data: typeof changed === 'string' ? changed : JSON.stringify(changed) };
}

/** A key that ends as it begins is complete all the same, and cut before its last letters are held back. */
const openAfter = (spans: readonly KeySpan[], open: number): number =>
  spans.reduce((place, { start, end }) => (start < place && end > place ? end : place), open);

/** Takes the spans of the parts' join out of the texts they are from; the note is put where a span began. */
function cutAcross(place: string, parts: readonly OpenPart[], spans: readonly KeySpan[]): void {
  let start = 0;
  for (const { held, text } of parts) {
    const clean = withoutSpans(text, start, spans);
    start += text.length;
    if (clean === text) continue;
    const full = held.texts.get(place) ?? '';
    held.texts.set(place, full.slice(0, full.length - text.length) + clean);
    held.isChanged = true;
  }
}

/** `text` begins at `start` of what the spans were found in. */
function withoutSpans(text: string, start: number, spans: readonly KeySpan[]): string {
  const end = start + text.length;
  let clean = '';
  let at = start;
  for (const span of spans) {
    if (span.end <= start || span.start >= end) continue;
    clean += text.slice(at - start, Math.max(0, span.start - start)) + (span.start >= start ? REMOVED : '');
    at = Math.min(span.end, end);
  }
  return clean + text.slice(at - start);
}

/** What the parts hold from this place of their join on. */
function endOf(parts: readonly OpenPart[], place: number): readonly OpenPart[] {
  let start = 0;
  return parts.flatMap((part) => {
    const skipped = Math.max(0, place - start);
    start += part.text.length;
    if (skipped >= part.text.length) return [];
    return [{ held: part.held, text: part.text.slice(skipped) }];
  });
}

// The texts of a JSON value, each with its place, so that the same place of several events can be compared.

/** Real replies keep their texts above this; below it, the order of texts at one place says which is which. */
const MOST_LEVELS_NAMED = 12;
const MOST_LEVELS = 100;
/** A name is cut here, so that no place is longer than the texts it names. */
const NAME_CHARACTERS = 40;

/** A copy with every text changed; deeper than any reply goes, it is left as it is. */
function mapTexts(value: unknown, change: (text: string, place: string) => string): unknown {
  const seen = new Map<string, number>();
  /** Two texts at one place, such as two choices with the same number, are distinguished by their order. */
  const unique = (place: string) => {
    const count = seen.get(place) ?? 0;
    seen.set(place, count + 1);
    return count === 0 ? place : `${place}#${count}`;
  };
  const walk = (item: unknown, place: string, level: number): unknown => {
    if (typeof item === 'string') return change(item, unique(place));
    if (typeof item !== 'object' || item === null || level > MOST_LEVELS) return item;
    const below = (name: string | number) =>
      level > MOST_LEVELS_NAMED ? place : `${place}.${String(name).slice(0, NAME_CHARACTERS)}`;
    if (Array.isArray(item))
      return item.map((one, index) => walk(one, below(numberOf(one) ?? index), level + 1));
    return Object.fromEntries(
      Object.entries(item).map(([name, one]) => [name, walk(one, below(name), level + 1)]),
    );
  };
  return walk(value, '', 0);
}

/** Replies side by side take turns in a list of one; their `index` tells them apart, not their place in the list. */
function numberOf(item: unknown): number | null {
  const index = typeof item === 'object' && item !== null && 'index' in item ? item.index : null;
  return typeof index === 'number' ? index : null;
}
