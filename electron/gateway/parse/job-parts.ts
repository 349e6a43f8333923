/** Parts of a job that end on their own, such as the images of Baidu's `sub_task_result_list`: why those failed. */
import type { RemoteJobError } from '../types/jobs';
import { readJobState } from './job-state';
import { fieldsOf, isRecord, type JsonRecord, textOrNull, wordOf } from './json';

const LISTS = /^sub(?:task|job)s?(?:result)?(?:list|s)?$/;
const STATE = /^sub(?:task|job)(?:status|state)$/;
const CODE = /^sub(?:task|job)(?:error|err|fail)code$/;
const REASON = /^sub(?:task|job)\w*(?:msg|message|reason|info)$/;

/** Of images (ai.baidu.com, `sub_task_error_code`), which are numbers without a word. */
const meanings: Readonly<Record<string, string>> = {
  '201': 'The model couldn’t generate the image.',
  '501': 'The gateway’s moderation blocked the prompt.',
};
/** What moderation said of a result that is there; others may still be under review. */
const BLOCKED = 'The gateway’s moderation blocked the result.';

/** The reasons of all parts that failed, each once; `null` where none did. */
export function failedPartsIn(records: readonly JsonRecord[]): RemoteJobError | null {
  const failures = records.flatMap(partsOf).flatMap((part) => failureOf(part) ?? []);
  const [first] = failures;
  if (first === undefined) return null;
  return { code: first.code, message: [...new Set(failures.map(({ message }) => message))].join(' ') };
}

const partsOf = (record: JsonRecord): readonly JsonRecord[] =>
  [...fieldsOf(record)].flatMap(([name, value]) =>
    LISTS.test(name) && Array.isArray(value) ? value.filter(isRecord) : [],
  );

function failureOf(part: JsonRecord): RemoteJobError | null {
  const fieldLike = (wanted: RegExp) => [...fieldsOf(part)].find(([name]) => wanted.test(name))?.[1];
  const code = wordOf(fieldLike(CODE) ?? '');
  const isFailed = readJobState(wordOf(fieldLike(STATE) ?? '')).status === 'failed';
  if (isFailed || !/^0*$/.test(code)) {
    const message =
      textOrNull(fieldLike(REASON)) ?? meanings[code] ?? `A part of the job failed${codeOf(code)}.`;
    return { code: code === '' ? 'job_failed' : code, message };
  }
  return isBlocked(part) ? { code: 'job_moderated', message: BLOCKED } : null;
}

const codeOf = (code: string): string => (code === '' ? '' : ` with the code ${code}`);

const isBlocked = (part: JsonRecord): boolean =>
  Object.values(part)
    .flat()
    .some((one) => isRecord(one) && one.img_approve_conclusion === 'block');
