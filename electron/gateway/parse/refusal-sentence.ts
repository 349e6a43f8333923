/** The words of a refusal: its own sentence, what is wrong with each field, and the reason of the service behind the gateway. */
import { isRecord, type JsonRecord, jsonIn, textOrNull, wordOf } from './json';
import { createJsonEnd } from './json-end';
import { isSomething } from './refused-by-code';
import { describePage } from './said-page';

/** What is said, and what is wrong with each field where the answer lists that beside it. */
export function sentenceOf(inner: JsonRecord, body: JsonRecord): string | null {
  const said = mainSentence(inner, body);
  const words = withReasonBehind(said === null ? null : unwrapped(said), inner);
  const list = FIELD_LISTS.map((name) => body[name] ?? inner[name]).find(Array.isArray) ?? [];
  const problems = [
    ...list.slice(0, MOST_PROBLEMS).flatMap((one) => problemOf(one) ?? []),
    ...ofFields(inner, body, words),
  ];
  if (problems.length === 0) return words;
  return [words?.replace(/(?<![.:\s])[.:\s]*$/, ':'), problems.join('; ')].filter(Boolean).join(' ');
}

/** What is wrong with fields, as in “Problem Details for HTTP APIs” (RFC 7807, whose example has `invalid-params`) and Zod’s `issues`. */
const FIELD_LISTS = ['invalid_params', 'invalid-params', 'invalidParams', 'violations', 'issues'];

/** `{ errors: { prompt: ["…"] } }`, as ASP.NET and Laravel write it; Django without anything around it. */
function ofFields(inner: JsonRecord, body: JsonRecord, words: string | null): readonly string[] {
  const held = [body.errors, inner.errors].find(isRecord) ?? (words === null ? body : {});
  const problems = Object.entries(held).flatMap(([name, list]) =>
    Array.isArray(list) && list.length > 0 && list.every((one) => typeof one === 'string')
      ? [aboutField(name, list.join(' '))]
      : [],
  );
  return problems.slice(0, MOST_PROBLEMS);
}

/** The words of every problem of a list, or the first that are said anywhere. */
function mainSentence(inner: JsonRecord, body: JsonRecord): string | null {
  const { message } = body;
  const lists = [message, body.detail, body.errors, body.error, isRecord(message) ? message.detail : null];
  const several = lists.find((list) => Array.isArray(list) && list.length > 1);
  if (Array.isArray(several)) {
    const all = several.slice(0, MOST_PROBLEMS).flatMap((one) => problemOf(one) ?? []);
    if (all.length > 1) return all.join(' ');
  }
  const ofList = textOrNull(firstOf(message));
  const places = [wordsOf(inner), ofList, body.error, body.detail, choiceError(body), message];
  const firsts = [body.errors, body.error, body.detail, message].map(firstOf);
  const others = [body.msg, body.error_msg, body.errorMessage, body.reason, body.title, body.errors];
  const said = [...places, ...firsts, ...others]
    .map((place) => (isRecord(place) ? wordsOf(place) : textOrNull(place)))
    .filter((text) => text !== null);
  const [first = null] = said;
  // Some have the name of an exception where others have a sentence: `{ error: "OutOfMemoryError", errors: "…" }`.
  return first !== null && EXCEPTION.test(first) ? (said.find((text) => /\s/.test(text)) ?? first) : first;
}

const EXCEPTION = /^\w+(?:Error|Exception)$/;

/** Of a list of problems. */
const MOST_PROBLEMS = 10;

/** One of several, with the field it names (as FastAPI and its kin list them). */
function problemOf(problem: unknown): string | null {
  const words = wordsOf(problem);
  const field = isRecord(problem)
    ? (locationOf(problem.loc ?? problem.path) ??
      wordOrNull(problem.param ?? problem.field ?? problem.name ?? problem.propertyPath))
    : null;
  return words === null || field === null ? words : aboutField(field, words);
}

const aboutField = (field: string, words: string): string =>
  words.split(/[^\w.[\]-]+/).includes(field) ? words : `${field}: ${words}`;

function wordsOf(problem: unknown): string | null {
  if (!isRecord(problem)) return textOrNull(problem);
  const { message, msg, error_description, status_msg, error_msg, error_message } = problem;
  const { detail, Message, reason } = problem;
  const texts = [
    message,
    msg,
    error_description,
    status_msg,
    error_msg,
    error_message,
    detail,
    Message,
    reason,
  ];
  const said = [...texts, isRecord(problem.error) ? problem.error : null].map((one) =>
    isRecord(one) ? textOrNull(one.message) : textOrNull(one),
  );
  return said.find((text) => text !== null) ?? null;
}

/** Of JSON that a relay put into its own sentence, the words: `OpenAIException - {"error": {"message": "…"}}`. */
export function unwrapped(text: string): string {
  const at = text.search(/[{[]/);
  if (at === -1) return text;
  const end = endOfJson(text, at);
  const inside = spokenIn(text.slice(at, end));
  return inside === null ? text : `${text.slice(0, at)}${inside}${text.slice(end)}`.trim();
}

/** Further on, nothing of a refusal is read. */
const MOST_READ = 20_000;

function endOfJson(text: string, from: number): number {
  const json = createJsonEnd();
  const last = Math.min(text.length, from + MOST_READ);
  for (let at = from; at < last; at++) {
    json.push(text.charAt(at));
    if (json.isWhole()) return at + 1;
  }
  return last;
}

/** What the answer says that a text holds; `null` where it is none. */
function spokenIn(text: string): string | null {
  const answer = jsonIn(text.trim());
  if (Array.isArray(answer)) {
    const problems = answer.slice(0, MOST_PROBLEMS).flatMap((one) => problemOf(errorOf(one)) ?? []);
    return problems.join('; ') || null;
  }
  const words = isRecord(answer) ? wordsOf(errorOf(answer)) : null;
  return words === null ? null : unwrapped(words);
}

const errorOf = (one: unknown): unknown => (isRecord(one) && isSomething(one.error) ? one.error : one);

/** OpenRouter’s “Provider returned error” has the provider’s own reason, and what to do, in its metadata. */
function withReasonBehind(words: string | null, { metadata }: JsonRecord): string | null {
  if (!isRecord(metadata)) return words;
  const raw = isRecord(metadata.raw) ? JSON.stringify(metadata.raw) : textOrNull(metadata.raw);
  const reason = raw === null ? null : (spokenIn(raw) ?? describePage(raw).words);
  const hint = textOrNull(metadata.remedy_hint);
  const all = [words, reason].filter((one) => one !== null && one !== '');
  const sentence =
    reason !== null && words?.includes(reason) ? words : all.join(': ').replace(/[.:]: /, ': ');
  return hint === null || sentence === ''
    ? sentence || null
    : `${sentence.replace(/\.?$/, '.')} ${hint.replace(/\.?$/, '.')}`;
}

/** The error of a choice, where one holds it; a choice that ended by an error counts even where it gives none. */
export function choiceError(body: JsonRecord): unknown {
  if (!Array.isArray(body.choices)) return undefined;
  const choices = body.choices.filter(isRecord);
  const held = choices.map(({ error }) => error).find(isSomething);
  return held ?? (choices.some((choice) => choice.finish_reason === 'error') ? {} : undefined);
}

/** Python's servers write an absent word as `"None"`. */
export function wordOrNull(value: unknown): string | null {
  const text = textOrNull(value);
  return text === null || /^(?:none|null)$/i.test(text) ? null : text;
}

export const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

/** `["body", "temperature"]`, as some frameworks name a field. */
export function locationOf(loc: unknown): string | null {
  if (!Array.isArray(loc)) return null;
  const path = loc
    .filter((part) => part !== 'body')
    .map(wordOf)
    .join('.');
  return path === '' ? null : path;
}
