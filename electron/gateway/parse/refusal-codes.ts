/** The codes of a refusal, in whichever field it names them. */
import { isRecord, type JsonRecord, textOrNull, wordOf } from './json';
import { wordOrNull } from './refusal-sentence';
import { isNumber } from './refused-by-code';

/** Every code and type, the most exact first. */
export function codesOf(inner: JsonRecord, body: JsonRecord): readonly string[] {
  const metadata = isRecord(inner.metadata) ? inner.metadata : {};
  // Google's word for it, and ElevenLabs'; a number is the HTTP status once more.
  const state = /^(?:[A-Z_]+|[a-z]+(?:_[a-z]+)+)$/.test(wordOf(inner.status)) ? inner.status : null;
  return [
    inner.code,
    metadata.error_type,
    inner.type,
    // Amazon's word for it, which may begin with a name space.
    textOrNull(inner.__type)?.split('#').at(-1),
    state,
    inner.status_code,
    body.code,
    body.type,
    body.error_code,
    body.error_type,
  ]
    .map(codeText)
    .filter((text): text is string => text !== null);
}

/** A word before a number: a number that is a status adds nothing, and often precedes the real code. */
export function chooseCode(codes: readonly string[]): string | undefined {
  const word = codes.find((code) => !isNumber(code) && code.toLowerCase() !== 'error');
  return word ?? codes.find((code) => isNumber(code) && !isErrorStatus(Number(code)));
}

const isErrorStatus = (value: number): boolean => Number.isInteger(value) && value >= 400 && value <= 599;

/** xAI writes a sentence in its place. */
function codeText(value: unknown): string | null {
  const text = typeof value === 'number' ? wordOf(value) : wordOrNull(value);
  if (text === null || text.trim().split(/\s+/).length > MOST_WORDS_OF_CODE) return null;
  return /^(?:https?:\/\/|about:|urn:)/i.test(text) ? nameOfType(text) : text;
}

const MOST_WORDS_OF_CODE = 4;

/** “Problem Details for HTTP APIs” (RFC 7807) names a type by an address: its last part is the name. */
function nameOfType(address: string): string | null {
  const [path = ''] = address.split(/[?#]/, 1);
  const name = path.split(/[/:]/).findLast((part) => part !== '') ?? '';
  return address.startsWith('about:') || !/^[\w-]+$/.test(name) ? null : name;
}

/** The HTTP status that a record states of itself. */
export function readStatus(record: JsonRecord): number | null {
  const status = [record.status, record.status_code, record.code].map((value) => Number(wordOf(value)));
  return status.find(isErrorStatus) ?? null;
}
