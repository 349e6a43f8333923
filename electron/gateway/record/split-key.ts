/**
 * Finds a key that is spread over several events of a stream.
 *
 * A model that repeats the key writes a few letters an event, so no single event holds it. Events whose texts end in
 * what may be the key's beginning are held back until it is clear that it is not, or the key is cut out of them all.
 */
import type { CallEvent } from '../../../shared/inspector';
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
  isChanged: boolean;
}

/** `body` is the event's data as JSON, or the data itself where it is none. */
export function createSplitKeyFilter({ find, openAt }: Pick<Redactor, 'find' | 'openAt'>): SplitKeyFilter {
  let held: Held[] = [];

  /** Cuts the key out of the texts at one place; answers how many of the held events hold no open end there. */
  const settle = (place: string, isEnd: boolean): number => {
    const texts = held.map((one) => one.texts.get(place) ?? '');
    const joined = texts.join('');
    const found = held.length > 1 || isEnd ? find(joined) : [];
    const open = isEnd ? joined.length : openAfter(found, openAt(joined));
    const spans = found.filter(({ end }) => end <= open);
    if (spans.length > 0) {
      cutAcross(texts, spans).forEach((text, index) => {
        const one = held[index];
        if (one === undefined || text === texts[index]) return;
        one.texts.set(place, text);
        one.isChanged = true;
      });
    }
    return open === joined.length ? held.length : indexOfPlace(texts, open);
  };
  const release = (isEnd: boolean): CallEvent[] => {
    const places = new Set(held.flatMap((one) => [...one.texts.keys()]));
    const safe = [...places].map((place) => settle(place, isEnd));
    const count = Math.min(held.length, ...safe);
    const released = held.slice(0, count).map(toEvent);
    held = held.slice(count);
    return released;
  };
  return {
    push(event, body) {
      const texts = new Map<string, string>();
      mapTexts(body, (text, place) => {
        if (text !== '') texts.set(place, text);
        return text;
      });
      held.push({ event, body, texts, isChanged: false });
      return release(held.length >= MOST_HELD);
    },
    end: () => release(true),
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

/** The texts without the spans of their join; the note is put where a span began. */
function cutAcross(texts: readonly string[], spans: readonly KeySpan[]): string[] {
  let from = 0;
  return texts.map((text) => {
    const to = from + text.length;
    let clean = '';
    let at = from;
    for (const { start, end } of spans.filter((span) => span.end > from && span.start < to)) {
      clean += text.slice(at - from, Math.max(0, start - from)) + (start >= from ? REMOVED : '');
      at = Math.min(end, to);
    }
    clean += text.slice(at - from);
    from = to;
    return clean;
  });
}

/** Which of the texts holds this place of their join. */
function indexOfPlace(texts: readonly string[], place: number): number {
  let end = 0;
  return texts.findIndex((text) => {
    end += text.length;
    return place < end;
  });
}

const MOST_LEVELS = 100;

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
    if (Array.isArray(item)) {
      return item.map((one, index) => walk(one, `${place}.${numberOf(one) ?? index}`, level + 1));
    }
    return Object.fromEntries(
      Object.entries(item).map(([name, one]) => [name, walk(one, `${place}.${name}`, level + 1)]),
    );
  };
  return walk(value, '', 0);
}

/** Replies side by side take turns in a list of one; their `index` tells them apart, not their place in the list. */
function numberOf(item: unknown): number | null {
  const index = typeof item === 'object' && item !== null && 'index' in item ? item.index : null;
  return typeof index === 'number' ? index : null;
}
