/** A chat's answer that is the text itself: no JSON around it, and no events. */
import { sniffText } from '../http/body';
import type { JsonRecord } from './json';

/** What a server says of itself: a sign of life, or why there is no answer. */
const SIGN = /^(?:ok|pong|ping|true|false|null|none|healthy|alive|success|done|hello|not found)\W*$/i;
const FAILURE =
  /^\W*(?:\d{3}\b|error|exception|traceback|failed|failure|internal (?:server )?error|bad (?:gateway|request)|service (?:temporarily )?unavailable|gateway time-?out|unauthori[sz]ed|forbidden|access denied|upstream |no healthy|too many requests|rate limit|quota|invalid |missing |cannot |not (?:found|implemented|allowed)|request |method not|stream |page not found)/i;
/** A reason is short. */
const LONGEST_FAILURE = 500;
const PAGE = /^<(?:!doctype|!--|html|head|body|\?xml|error|meta|title|center|h\d)/i;

/**
 * The reply in the usual form; `null` where the text is anything else. A word or two alone counts only where the type
 * says that it is text, as a reason why nothing came is as short.
 */
export function readPlainReply(text: string, type: string | null): JsonRecord | null {
  const said = text.trim();
  if (!isPlain(said, type) || SIGN.test(said) || isFailure(said)) return null;
  if (!isDeclared(type) && said.split(/\s+/).length < 3) return null;
  return { choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: null }] };
}

/** Whether a body that begins so may be one. */
export function isPlain(start: string, type: string | null): boolean {
  const kind = sniffText(start);
  if (/^(?:"|[0-9a-k]:["[{])/.test(start) || start.includes('\ufffd')) return false;
  if (kind === 'other') return true;
  if (!isDeclared(type)) return false;
  // Its thoughts may be in a tag, and its first word in brackets.
  return kind === 'page' ? !PAGE.test(start) : kind === 'json' && /^\[\s*[^\s{["\]]/.test(start);
}

const isFailure = (said: string): boolean => said.length <= LONGEST_FAILURE && FAILURE.test(said);

const isDeclared = (type: string | null): boolean => /^text\/(?:plain|(?:x-)?markdown)\b/i.test(type ?? '');
