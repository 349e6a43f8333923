/** Results in the record of a job that failed. They are paid for, and what was sent may be in the same record. */
import type { MediaSource } from '../types/media';
import { findState } from './job-state';
import { fieldsOf, isRecord, type JsonRecord, plainName } from './json';
import { readResults, readSureResults } from './results';

/** Where only a result can be, without case and signs: what was sent has other names. */
const STATED =
  /^(?!.*(?:input|request|source|origin|config|count|error))(?:\w*(?:output|result|generat|creation|artifact|sample|prediction)\w*|unsignedurls|works|candidates|choices)$/;
/** Where a record repeats its request. */
const SENT = /^(?:input|inputs|request|params|parameters|options|config)$/;

export interface FailedResults {
  readonly outputs: readonly MediaSource[];
  /** They are where a record may as well repeat what was sent. */
  readonly isFound?: boolean;
}

/** @param records of the job, its own first */
export function readFailedResults(records: readonly JsonRecord[], baseUrl: string): FailedResults {
  const sent = JSON.stringify(records.map((record) => fieldsLike(record, SENT)));
  const readFrom = (all: readonly JsonRecord[]): readonly MediaSource[] => {
    const each = all.map((record) => readSureResults(record, baseUrl).map(({ source }) => source));
    const found = each.find((sources) => sources.length > 0) ?? [];
    return found.filter((source) => source.kind !== 'url' || !sent.includes(JSON.stringify(source.url)));
  };
  const stated = readFrom(records.map((record) => fieldsLike(record, STATED)));
  if (stated.length > 0) return { outputs: stated };
  const sure = readFrom(records);
  const outputs = sure.length > 0 ? sure : bytesBeside(records, baseUrl);
  return outputs.length === 0 ? { outputs } : { outputs, isFound: true };
}

/** Bytes of a known type in the fields whose names say less, such as `audio`: an address there may be one of help. */
function bytesBeside(records: readonly JsonRecord[], baseUrl: string): readonly MediaSource[] {
  const [own = {}] = records;
  const rest = Object.fromEntries(Object.entries(own).filter(([name]) => !SENT.test(plainName(name))));
  const found = readResults(rest, baseUrl).map(({ source }) => source);
  return found.filter(({ kind, contentType }) => kind === 'bytes' && contentType !== null);
}

const fieldsLike = (record: JsonRecord, names: RegExp): JsonRecord =>
  Object.fromEntries(
    [...fieldsOf(record)].filter(
      ([name, value]) => names.test(name) || (names === STATED && isData(name, value)),
    ),
  );

/** OpenAI's list of results; of jobs, each would have a state. */
const isData = (name: string, value: unknown): boolean =>
  name === 'data' &&
  Array.isArray(value) &&
  value.every((item) => isRecord(item) && findState(item) === null);
