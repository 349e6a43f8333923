/** The states of a job, in any case, tense or number; and when it was created and ended. */
import type { JobStatus } from '../types/jobs';
import { fieldsOf, isRecord, type JsonRecord, numberOrNull, textOrNull, wordOf } from './json';

/** Whole words without case and signs, so that `IN_QUEUE`, `in-queue` and `inQueue` are one. */
const words: readonly (readonly [JobStatus, RegExp])[] = [
  [
    'failed',
    /^(?:fail(?:ed|ure|s|ing)?|error(?:ed|s)?|unsuccessful|cancel(?:led|ed|lation)?|expired?|time(?:d)?out)$/,
  ],
  [
    'failed',
    /^(?:reject(?:ed|ion)?|refused?|denied|abort(?:ed)?|terminated|killed|deleted|blocked|banned|invalid)$/,
  ],
  [
    'failed',
    /^(?:(?:request|content|output|input)?moderated|contentfiltered|nsfw|violation|dead|exception|crashed|outofmemory|oom|stopped|interrupted|discarded|revoked|(?:task|job|request|generation)?notfound)$/,
  ],
  [
    'completed',
    /^(?:succe(?:ss|ssful|ssfully|ed|eds|eded)|complete(?:d|s)?|finish(?:ed)?|done|ready|generated|processed|composed|rendered)$/,
  ],
  // Of several results the first is there, or only their words (Suno).
  ['running', /^(?:first|text)(?:success|succeeded|completed?)$/],
  // Some failed, and no more will come.
  [
    'completed',
    /^(?:partial(?:ly)?)(?:success|successful|succeeded|completed?|done|finished)$|^(?:success|succeeded|completed?|finished|done)(?:partial(?:ly)?|with(?:some)?(?:errors?|warnings?|issues?|failures?))$/,
  ],
  ['completed', /^(?:已|处理|處理|生成|任务)?(?:成功|完成|完了)$/],
  ['failed', /^(?:已|处理|處理|生成|任务)?(?:失败|失敗|取消|超时|终止|中止|中断)$/],
  ['queued', /^(?:等待|排队|排隊)中?$/],
  ['running', /^(?:处理|處理|生成|运行|执行|进行)中$/],
  ['failed', /^(?!no)\p{L}+(?:failed|failure|error|exception)$/u],
  [
    'queued',
    /^(?:queu(?:e|ed|ing)|inqueue|enqueued|pending|waiting|wait|submit(?:ted)?|accepted|scheduled|notstart(?:ed)?|inqueuing|throttled)$/,
  ],
  [
    'running',
    /^(?:run(?:ning)?|in?progress|processing|generat(?:e|ing)|start(?:ed|ing)|preparing|loading|uploading|working|executing|doing|created|)$/,
  ],
];

/** Said in front of the word by some, such as `TASK_STATUS_SUCCEED`. */
const PREFIX = /^(?:(?:task|job|run|video|image)?(?:status|state))(?=.)/;

const plainWord = (rawStatus: string): string => {
  const word = rawStatus.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return word.replace(PREFIX, '');
};

/**
 * A word that no list holds, and a number, count as running, since what they mean differs between gateways; `isUnknown`
 * says so.
 */
export function readJobState(rawStatus: string): { readonly status: JobStatus; readonly isUnknown: boolean } {
  const word = plainWord(rawStatus);
  const isPlain = word !== '' || rawStatus.trim() === '';
  const known = isPlain ? words.find(([, pattern]) => pattern.test(word))?.[0] : undefined;
  return { status: known ?? 'running', isUnknown: known === undefined };
}

/** The more exact names first: `status` is often that of the envelope. */
const FIELDS = [
  ...[
    'taskstatus',
    'jobstatus',
    'taskstate',
    'jobstate',
    'status',
    'state',
    'phase',
    'jobstage',
    'successflag',
  ],
  ...['videostatus', 'runstatus', 'renderstatus', 'generationstatus', 'statusstr', 'jobstatuscode'],
];
/** Texts that are the state only where they say it by a known word. */
const LONGEST_STATE = 60;
const SAYING_FIELDS = ['jobstatusmsg', 'taskstatusmsg', 'data', 'result'];

/** The state as a record names it: a word before a number. `null` where it names none. */
export function findState(record: JsonRecord): string | null {
  const fields = fieldsOf(record);
  const values = FIELDS.map((field) => stateText(fields.get(field))).filter((text) => text !== null);
  const said = SAYING_FIELDS.map((field) => textOrNull(fields.get(field))).filter((text) => text !== null);
  const word =
    values.find((text) => text !== '' && !/^-?\d+$/.test(text)) ??
    said.find((text) => text.length <= LONGEST_STATE && !readJobState(text).isUnknown && text.trim() !== '');
  if (word !== undefined || values.length > 0) return word ?? values[0] ?? null;
  if (FAILED_FLAGS.some((name) => fields.get(name) === true)) return 'failed';
  const isDone = DONE_FLAGS.map((name) => fields.get(name)).find((flag) => typeof flag === 'boolean');
  return isDone === undefined ? null : isDone ? endOf(record) : 'running';
}

const FAILED_FLAGS = ['faulted', 'isfailed', 'failed'];
const DONE_FLAGS = ['done', 'isdone', 'finished', 'isfinished', 'completed', 'iscompleted'];

/** Operations of Google say `done`, and beside it what came of it. */
const endOf = ({ error }: JsonRecord): string => (error ? 'failed' : 'done');

function stateText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return wordOf(value);
  return isRecord(value) ? findState(value) : null;
}

/** Whether a state can be a number's: then only a result or a reason says what it means. */
export const isNumber = (rawStatus: string): boolean => /^-?\d+$/.test(rawStatus);

// When a job was created and ended, under any of the names that gateways use.

const CREATED = ['created_at', 'created', 'createdAt', 'submitted_at', 'queued_at'];
const FINISHED = ['finished_at', 'completed_at', 'ended_at', 'failed_at', 'finishedAt', 'completedAt'];

/** Milliseconds since the epoch; `null` where the record doesn't say, or names no moment. */
export interface JobTimes {
  readonly createdAt: number | null;
  readonly finishedAt: number | null;
}

export function readJobTimes(record: JsonRecord): JobTimes {
  return { createdAt: firstMoment(record, CREATED), finishedAt: firstMoment(record, FINISHED) };
}

const firstMoment = (record: JsonRecord, names: readonly string[]): number | null =>
  names.map((name) => readMoment(record[name])).find((moment) => moment !== null) ?? null;

/** The year 2000 and the end of 9999: what lies outside is a duration, a counter, or nonsense. */
const EARLIEST_MS = 946_684_800_000;
const LATEST_MS = 253_402_300_799_999;

/** Seconds or milliseconds since the epoch, or a date. */
function readMoment(value: unknown): number | null {
  const amount = numberOrNull(value);
  const milliseconds =
    amount !== null ? (amount > 1e11 ? amount : amount * 1_000) : Date.parse(textOrNull(value) ?? '');
  return milliseconds >= EARLIEST_MS && milliseconds <= LATEST_MS ? Math.round(milliseconds) : null;
}
