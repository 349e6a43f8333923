/** Refusals that come with status 200, and say so by a code alone. */
import { isRecord, type JsonRecord, textOrNull, wordOf } from './json';

/** MiniMax's `base_resp`, and the `code` beside a `message` that many Chinese services send with status 200. */
export function isRefusedByCode(body: JsonRecord): boolean {
  const { base_resp, code, data, choices } = body;
  if (isRecord(base_resp) && Number(wordOf(base_resp.status_code)) !== 0) return true;
  const hasContent =
    isSomething(data) || Array.isArray(data) || Array.isArray(choices) || isRecord(body.output);
  const words = [body.message, body.msg, body.error_msg].map(textOrNull).find((text) => text !== null);
  const isCode =
    code !== undefined && code !== null && !/^(?:0+|200|ok|success|succeed(?:ed)?)?$/i.test(wordOf(code));
  return (
    isCode &&
    words !== undefined &&
    !SUBMITTED.test(words) &&
    !hasContent &&
    (isNumber(wordOf(code)) || Object.keys(body).length <= 4)
  );
}

/** Midjourney's relays count an accepted request as 1, and one that waits as 22. */
const SUBMITTED = /^\s*submit(?:ted)?(?: success|$)|^提交成功|^排队中/i;

export const isNumber = (code: string): boolean => /^\d+$/.test(code);

/** Some send an error with every answer, which says nothing where there was none: `{ code: 0, message: "" }`. */
export const isErrorSaid = (value: unknown): boolean =>
  textOrNull(value) !== null || (isRecord(value) && Object.entries(value).some(isTelling));

function isTelling([name, value]: readonly [string, unknown]): boolean {
  if (isRecord(value)) return isErrorSaid(value);
  if (Array.isArray(value)) return value.length > 0;
  const isGood = /^(?:0*|false|null|none|ok|success|succeed(?:ed)?)$/i.test(wordOf(value));
  return !isGood && !(/code|status/i.test(name) && wordOf(value) === '200');
}

/** A text, or an object that says anything. */
export const isSomething = (value: unknown): boolean =>
  textOrNull(value) !== null || (isRecord(value) && Object.keys(value).length > 0);
