/** Why an answer with a good status holds no result: what withheld it, what the model said in its place, or nothing. */
import { endingOf } from '../../../shared/chat/finish-reason';
import type { ReplyFailure } from '../http/call';
import { readContent } from './chat-content';
import { withheldIn } from './job-reason';
import { excerpt, fieldsOf, isRecord, type JsonRecord, textOrNull } from './json';
import { asChunk } from './other-replies';

type Sentence = Pick<ReplyFailure, 'errorCode' | 'message'>;

/** `null` where the answer has another form than expected. @param kind in the plural, for a sentence */
export function whyNoResult(body: unknown, kind: string): Sentence | null {
  const records = recordsIn(body, 0).slice(0, MOST_RECORDS);
  const reason = records.map(reasonIn).find((text) => text !== null);
  if (reason !== undefined) return { errorCode: 'no_result', message: reason };
  const words = isRecord(body) ? wordsIn(body) : '';
  if (words !== '')
    return { errorCode: 'no_result', message: `The model answered in words: “${excerpt(words)}”` };
  const isEmpty = records.some((record) => LISTS.some((name) => isNothing(record[name])));
  return isEmpty ? { errorCode: 'no_result', message: `The gateway answered without any ${kind}.` } : null;
}

const LISTS = [
  'data',
  'images',
  'image_urls',
  'artifacts',
  'predictions',
  'audios',
  'output',
  'choices',
  'candidates',
];
const isNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
const MOST_RECORDS = 100;
const MOST_LEVELS = 4;

function recordsIn(value: unknown, level: number): readonly JsonRecord[] {
  if (level > MOST_LEVELS || typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value)
    .slice(0, MOST_RECORDS)
    .flatMap((one) => recordsIn(one, level + 1));
  return isRecord(value) ? [value, ...inside] : inside;
}

/** Names of flags and of reasons, without case and signs. */
const SAFE = ['isimagesafe', 'issafe'];
const UNSAFE = [
  'nsfw',
  'isnsfw',
  'hasnsfwconcepts',
  'hasnsfwcontent',
  'nsfwcontentdetected',
  'flagged',
  'censored',
];
const ENDS = ['finishreason', 'finish_reason', 'finishreasons', 'stopreason'];

function reasonIn(record: JsonRecord): string | null {
  const fields = fieldsOf(record);
  const { error } = record;
  const said =
    (isRecord(error) ? textOrNull(error.message) : null) ??
    withheldIn(record) ??
    textOrNull(fields.get('finishmessage'));
  if (said !== null) return said;
  const isFlagged =
    SAFE.some((name) => fields.get(name) === false) ||
    UNSAFE.some((name) => [fields.get(name)].flat().includes(true));
  const end = ENDS.flatMap((name) => [fields.get(name)].flat())
    .map(textOrNull)
    .find((word) => endingOf(word) === 'filter' || /filter|safety|block/i.test(word ?? ''));
  if (!isFlagged && end === undefined) return null;
  return `The gateway’s filter withheld the result${end == null ? '' : ` (${end})`}.`;
}

/** What a chat, or another interface, says. */
function wordsIn(body: JsonRecord): string {
  const { choices } = Array.isArray(body.choices)
    ? body
    : (asChunk(body, { name: '', hasBegun: false, isWhole: false }) ?? {});
  const [choice] = Array.isArray(choices) ? choices : [];
  if (!isRecord(choice)) return '';
  const message = [choice.message, choice.delta].find(isRecord) ?? {};
  const said = readContent(message, choice).map(({ text }) => text);
  return said.join('').trim() || (textOrNull(message.refusal) ?? '');
}
