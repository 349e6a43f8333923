/**
 * Chat requests in a pasted text: a command, a body, messages alone, a HAR file or one of its entries, lines of a batch
 * file, or the code that makes a request. Keys, headers and addresses are read only to be left out.
 */
import { JsonRefusal, parseBoundedJson } from '../text/bounded-json';
import { jsonFault } from '../text/json-faults';
import { mostCode, readCode, whyNot } from './code';
import { type PostedText, readCurl } from './commands';
import { literalAt } from './literal';
import { LiteralRefusal } from './literal-text';
import { isPowerShell, powerShellTexts } from './power-shell';
import { bounds, type FoundRequest, otherInterface, parsed, requestsIn, without } from './requests-in';

export type { FoundRequest } from './requests-in';

export type ReadRequests =
  | { readonly ok: true; readonly found: readonly FoundRequest[] }
  /** A sentence with the next step. */
  | { readonly ok: false; readonly why: string };

/** More of a HAR file are not offered. */
const mostRequests = 200;

const none =
  'No chat request was found in this text. Paste a command, a JSON body with “messages”, a HAR file, or the code of a request.';

export function readRequests(text: string): ReadRequests {
  const bare = withoutFence(text.trim());
  const read = /^[[{"]/.test(bare) ? fromData(bare) : fromText(bare);
  return read.ok ? limited(read.found) : read;
}

const limited = (found: readonly FoundRequest[]): ReadRequests =>
  found.length === 0 ? { ok: false, why: none } : { ok: true, found: found.slice(0, mostRequests) };

/** What Markdown shows as code. */
function withoutFence(text: string): string {
  if (!text.startsWith('```')) return text;
  const end = text.lastIndexOf('```');
  const begun = text.indexOf('\n') + 1;
  return begun === 0 || end < begun ? text : text.slice(begun, end).trim();
}

/** JSON, lines of JSON, or the same as a program writes it. */
function fromData(text: string, secrets: readonly string[] = []): ReadRequests {
  const json = jsonIn(text);
  if (json !== null && 'why' in json) return { ok: false, why: json.why };
  if (json !== null) return found(parsed(json.value), secrets);
  const lines = valuesOfLines(text);
  return lines === null ? fromLiteral(text, secrets) : found(lines, secrets);
}

function found(value: unknown, secrets: readonly string[]): ReadRequests {
  const requests = requestsIn(value, secrets);
  const other = requests.length > 0 ? null : otherInterface(value);
  if (other === null) return { ok: true, found: requests };
  return { ok: false, why: `This request has ${other}. A chat request has “messages”: paste one with them.` };
}

/** `null` where it isn’t JSON. */
function jsonIn(text: string): { readonly value: unknown } | { readonly why: string } | null {
  try {
    const value = parseBoundedJson(text, bounds);
    const fault = jsonFault(text);
    if (fault === null) return { value };
    const line = text.slice(0, fault.offset).split('\n').length;
    return { why: `Line ${line} ${fault.message}. Change it in the text.` };
  } catch (cause) {
    if (!(cause instanceof JsonRefusal)) throw cause;
    return cause.message === 'is not valid JSON'
      ? null
      : { why: `The text ${cause.message}. Correct it, or paste it again.` };
  }
}

/** `null` where they are not all JSON. */
function valuesOfLines(text: string): readonly unknown[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2 || !lines.every((line) => /^\s*\{.*\}\s*$/.test(line))) return null;
  const values = lines.map(jsonIn).flatMap((one) => (one !== null && 'value' in one ? [one.value] : []));
  return values.length === lines.length ? values : null;
}

function fromLiteral(text: string, secrets: readonly string[]): ReadRequests {
  try {
    const { value, end } = literalAt(text, 0);
    if (text.slice(end).replace(/^[\s;,]+/, '') === '') return found(value, secrets);
    throw new LiteralRefusal(end, 'has more text behind the end of the request');
  } catch (cause) {
    if (!(cause instanceof LiteralRefusal)) throw cause;
    return { ok: false, why: `The text is not valid JSON. ${whyNot(text, cause)}` };
  }
}

function fromText(text: string): ReadRequests {
  const curl = readCurl(text);
  if (curl !== null && !curl.ok) return curl;
  if (curl !== null) return fromPosted(curl.posted);
  if (isPowerShell(text)) return fromPowerShell(text);
  const code = text.length > mostCode ? null : readCode(text);
  if (code === null || !code.ok) return code ?? { ok: false, why: none };
  const secrets = secretsIn(text);
  const found = code.values.flatMap(({ value, removed }) =>
    requestsIn(value, secrets).map((one) => ({ ...one, removed: [...one.removed, ...removed] })),
  );
  return { ok: true, found: found.map((one) => without(one, 'the code around it')) };
}

/** A body that can't be read is said only where none can. */
function fromPosted(posted: readonly PostedText[]): ReadRequests {
  const read = posted.map(({ body, secrets }) => fromData(body.trim(), secrets));
  const all = read.flatMap((one) => (one.ok ? one.found : []));
  const failed = read.find((one) => !one.ok);
  if (all.length === 0 && failed !== undefined) return failed;
  return { ok: true, found: all.map((one) => without(one, 'address and headers')) };
}

function fromPowerShell(text: string): ReadRequests {
  const secrets = secretsIn(text);
  const found = powerShellTexts(text).flatMap((one) => requestsIn(parsed(one), secrets));
  if (found.length > 0) return { ok: true, found: found.map((one) => without(one, 'address and headers')) };
  return {
    ok: false,
    why: /@\{/.test(text)
      ? 'The body of this script is a PowerShell table. Paste the JSON that ConvertTo-Json makes of it.'
      : none,
  };
}

/** Keys that are in the code beside a request. */
const secretsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:Bearer\s+|api_?key["']?\s*[:=]\s*["'])([\w.-]{8,})/gi)].map(([, key = '']) => key);
