/**
 * Replies that came in a form nobody wrote a reader for: they are paid for all the same. What looks like a reply inside is
 * read as one, and else whatever a model can have said is shown as it was found.
 */
import { parseJson } from '../http/body';
import { isRecord, type JsonRecord, textOrNull, wordOf } from './json';
import { isSomething } from './refused-by-code';
import type { Said } from './said';

const MOST_RECORDS = 100;
const MOST_LEVELS = 5;
const MOST_TEXTS = 100;

/** The records inside of an answer, the outer ones first; JSON in a text counts where another answer is wrapped in it. */
function recordsInside(body: JsonRecord, hasLists = true): readonly JsonRecord[] {
  const found: JsonRecord[] = [];
  let level: readonly unknown[] = [body];
  for (let depth = 0; depth < MOST_LEVELS && found.length < MOST_RECORDS; depth += 1) {
    const next = level.flatMap((one) => insideOf(one, hasLists)).slice(0, MOST_RECORDS);
    level = depth < 2 ? next.map(unwrapped) : next;
    found.push(...level.filter(isRecord));
  }
  return found;
}

function insideOf(value: unknown, hasLists: boolean): readonly unknown[] {
  if (isRecord(value)) return Object.values(value);
  return hasLists && Array.isArray(value) ? value : [];
}

const unwrapped = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*\{"/.test(value) ? parseJson(value, String) : value;

/** A reply of the usual form at any depth, such as SAP’s `final_result`; `null` where an answer holds none. */
export function replyInside(body: JsonRecord): JsonRecord | null {
  return recordsInside(body).find(({ choices }) => Array.isArray(choices) && choices.some(isChoice)) ?? null;
}

const isChoice = (one: unknown): boolean =>
  isRecord(one) && [one.message, one.delta, one.text].some(isSomething);

/** A reply of another interface at any depth, read by what reads those: one of a list is a part of something. */
export function saidInside(body: JsonRecord, read: (record: JsonRecord) => Said | null): Said | null {
  if (isFailure(body)) return null;
  for (const record of recordsInside(body, false)) {
    const said = read(record);
    if (said !== null && said.isEnd !== true && (isSomething(said.text) || isSomething(said.thinking)))
      return said;
  }
  return null;
}

/** Where the words of a model may be. */
const TEXTS = /^(?:text|content|value|answer|output|output_?text|reply|generated_?text|completion|parts)$/i;
/** What leads to them. */
const PLACES =
  /^(?:data|result|results|response|responses|outputs?|messages?|choices?|predictions|candidates|artifacts?|parts|content|items?|body|generations?|replies|final_?\w*)$/i;
/** Who else says something in an answer. */
const OTHERS = /^(?:user|human|system|developer|tool|function|input|query)$/i;

/** All that a model can have said, in its order and each text once; `null` where that is nothing, or a failure. */
export function foundTexts(body: JsonRecord): Said | null {
  if (isFailure(body)) return null;
  const texts = [...new Set(textsIn(body, 0))].slice(0, MOST_TEXTS);
  const text = texts.join('\n\n').trim();
  return text === '' ? null : { text, finish: 'stop', isMessage: true };
}

export const isFailure = ({ error, errors, detail, success, status }: JsonRecord): boolean =>
  [error, errors, detail].some(isSomething) || success === false || /error|fail/i.test(wordOf(status));

function textsIn(value: unknown, level: number): readonly string[] {
  if (level > MOST_LEVELS) return [];
  if (Array.isArray(value)) return listed(value.slice(0, MOST_RECORDS), level);
  if (!isRecord(value) || isOfOthers(value)) return [];
  return Object.entries(value).flatMap(([name, held]): readonly string[] => {
    if (TEXTS.test(name) && typeof held === 'string') return [held];
    return PLACES.test(name) || TEXTS.test(name) ? textsIn(held, level + 1) : [];
  });
}

/** A list of texts is one text in pieces; of a list of messages, what comes behind the last question is the answer. */
function listed(list: readonly unknown[], level: number): readonly string[] {
  if (list.length > 0 && list.every((one) => typeof one === 'string')) return [list.join('')];
  const asked = list.findLastIndex((one) => isRecord(one) && isOfOthers(one));
  return list.slice(asked + 1).flatMap((one) => textsIn(one, level + 1));
}

const isOfOthers = ({ role, type, sender, author }: JsonRecord): boolean =>
  [role, type, sender, author].some((one) => OTHERS.test(textOrNull(one) ?? ''));
