/** Why a job failed, wherever its record says so. */
import type { RemoteJob, RemoteJobError } from '../types/jobs';
import { failedPartsIn } from './job-parts';
import { fieldsOf, isRecord, type JsonRecord, textOrNull, wordOf } from './json';
import { unwrapped } from './refusal-sentence';

const ends: readonly (readonly [RegExp, { readonly code: string; readonly message: string }])[] = [
  [/cancel/i, { code: 'job_cancelled', message: 'The job was cancelled at the gateway.' }],
  [/expire/i, { code: 'job_expired', message: 'The job expired at the gateway before it was finished.' }],
  [
    /time.?d?.?out/i,
    { code: 'job_timeout', message: 'The job took too long at the gateway, which ended it.' },
  ],
  [/not.?found/i, { code: 'job_not_found', message: 'The gateway doesn’t know this job, or no longer.' }],
  [/reject|refus|denied/i, { code: 'job_rejected', message: 'The gateway rejected the job.' }],
  [
    /moderat|nsfw|violat|filter/i,
    { code: 'job_moderated', message: 'The gateway’s moderation ended the job.' },
  ],
];

/** Names of reasons that say nothing else, without case and signs. */
const REASONS = [
  ...['failreason', 'failurereason', 'failedreason', 'failmsg', 'errormessage', 'errormsg', 'errmsg'],
  ...['errorreason', 'joberrormsg', 'reason', 'taskstatusmsg', 'taskerror', 'statusmessage', 'statusmsg'],
  ...['statusdetail', 'errordetail', 'errordetails', 'failure', 'failuremessage', 'exception'],
];
/** Names that an envelope uses too, as in `message: "success"`. */
const VAGUE = ['message', 'msg', 'detail', 'details', 'description'];
/** Of what was withheld, such as Vertex AI's `raiMediaFilteredReasons`. */
const WITHHELD = /(?:filter|moderat|block|reject|refus|censor)\w*(?:reasons?|message)$/;
const CODES = [...['errorcode', 'errcode', 'failcode', 'failurecode', 'joberrorcode', 'code'], 'type'];

/** What went wrong, by the record's `error` or else by its state; `null` where neither says. */
export function readJobError(error: unknown, rawStatus: string): RemoteJob['error'] {
  if (typeof error === 'string' && error !== '') return { code: 'job_failed', message: unwrapped(error) };
  if (Array.isArray(error)) return readJobError(error.find(isSaid), rawStatus);
  if (!isRecord(error) || !isSaid(error)) return ends.find(([word]) => word.test(rawStatus))?.[1] ?? null;
  const codes = [error.code, error.type].map(codeText).filter((code) => code !== null);
  const code = codes.find((one) => !/^\d+$/.test(one)) ?? codes[0] ?? 'job_failed';
  return {
    code,
    message: sentenceOf(error) ?? 'The gateway gave no reason.',
    ...paramAndDetails(error),
  };
}

/**
 * The reason of a failure in the records of an answer, the job's own first: `error`, then fields that name a reason,
 * then those an envelope may use too.
 */
export function findJobError(records: readonly JsonRecord[], rawStatus: string): RemoteJob['error'] {
  for (const record of records) {
    const held = ['error', 'errors'].map((name) => fieldsOf(record).get(name)).find(isSaid);
    if (held !== undefined) return readJobError(held, rawStatus);
  }
  for (const record of records) {
    const reason = REASONS.map((name) => saidIn(fieldsOf(record).get(name))).find((text) => text !== null);
    const said = reason ?? withheldIn(record);
    if (said != null) return withCode(records, said, rawStatus);
  }
  const ofParts = failedPartsIn(records);
  if (ofParts !== null) return ofParts;
  for (const record of [...records, ...records.map(({ base_resp }) => base_resp).filter(isRecord)]) {
    const words = VAGUE.map((name) => saidIn(fieldsOf(record).get(name))).find(
      (text) => text !== null && !isPolite(text),
    );
    const said = words ?? textOrNull(record.status_msg);
    if (said != null) return withCode(records, said, rawStatus);
  }
  const bare = withCode(records, 'The gateway gave a code and no reason.', rawStatus);
  return readJobError(undefined, rawStatus) ?? (bare.code === 'job_failed' ? null : bare);
}

/** Why a result was withheld, where a record says so; a job may be called finished all the same. */
export function withheldIn(record: JsonRecord): string | null {
  const reasons = [...fieldsOf(record)].filter(([name]) => WITHHELD.test(name));
  const said = reasons.map(([, value]) => saidIn(value)).find((text) => text !== null) ?? null;
  // xAI's word for it.
  const isFlagged = fieldsOf(record).get('respectmoderation') === false;
  if (isFlagged && said === null) return 'The gateway’s filter withheld the result.';
  // A word such as `SAFETY` is a reason for programs.
  return said !== null && /^[\w-]+$/.test(said)
    ? `The gateway’s filter withheld the result (${said}).`
    : said;
}

function withCode(records: readonly JsonRecord[], message: string, rawStatus: string): RemoteJobError {
  const codes = records.flatMap((record) => CODES.map((name) => codeText(fieldsOf(record).get(name))));
  const code = codes.find((one) => one !== null && isCode(one)) ?? null;
  return { code: code ?? readJobError(undefined, rawStatus)?.code ?? 'job_failed', message };
}

/** Not what an envelope says of the poll itself, nor the kind of the record. */
const isCode = (code: string): boolean =>
  !/^(?:0|1|200|success|ok|succeed(?:ed)?|video.*|image.*|task)$/i.test(code);

const isPolite = (text: string): boolean =>
  /^(?:ok|success(?:ful|fully)?|succeed(?:ed)?|done|failed?|error)\.?$/i.test(text);

const isSaid = (value: unknown): boolean =>
  textOrNull(value) !== null ||
  (isRecord(value) && Object.values(value).some((one) => one !== null && one !== '' && one !== 0)) ||
  (Array.isArray(value) && value.some(isSaid));

function saidIn(value: unknown): string | null {
  if (Array.isArray(value)) return value.map(saidIn).find((text) => text !== null) ?? null;
  return isRecord(value) ? sentenceOf(value) : textOrNull(value);
}

function sentenceOf(error: JsonRecord): string | null {
  const names = ['message', 'msg', 'reason', 'detail', 'error', 'description', 'errormessage', 'statusmsg'];
  const fields = fieldsOf(error);
  const others = [...fields.keys()].filter((name) => /reason|message/.test(name) && !names.includes(name));
  return [...names, ...others].map((name) => saidIn(fields.get(name))).find((text) => text !== null) ?? null;
}

/** The field to blame and whatever else is said, so that nothing is lost. */
function paramAndDetails(error: JsonRecord): Pick<RemoteJobError, 'param' | 'details'> {
  const { code: _code, type: _type, message: _message, param, details, ...rest } = error;
  const named = textOrNull(param);
  const given = details ?? (Object.keys(rest).length === 0 ? undefined : rest);
  return { ...(named !== null && { param: named }), ...(given !== undefined && { details: given }) };
}

const codeText = (value: unknown): string | null =>
  typeof value === 'number' ? wordOf(value) : textOrNull(value);
