/** What a gateway says of one result: the prompt that was really used, and the seed. */
import type { ResultFacts } from '../types/media';
import { isRecord, type JsonRecord, numberOrNull, textOrNull } from './json';

/** Above any prompt that the app sends. */
const MAX_PROMPT_CHARACTERS = 32_000;

/** Of an item in a list of results. */
export function readResultFacts(item: unknown): ResultFacts {
  const { revised_prompt, seed }: JsonRecord = isRecord(item) ? item : {};
  return {
    revisedPrompt: textOrNull(revised_prompt)?.slice(0, MAX_PROMPT_CHARACTERS).toWellFormed() ?? null,
    ...readSeed(seed),
  };
}

/** Of a job's record: in the record, its output, or the input that it repeats, which has the seed that was chosen. */
export function readJobFacts(record: JsonRecord): ResultFacts {
  const [output] = [record.output].flat();
  const found = [record, output, record.input].map(readResultFacts);
  const seed = found.find((one) => one.seed !== undefined)?.seed;
  return {
    revisedPrompt: found.find(({ revisedPrompt }) => revisedPrompt !== null)?.revisedPrompt ?? null,
    ...(seed !== undefined && { seed }),
  };
}

/** A larger number is not exact, so it would not give the same result. */
function readSeed(value: unknown): Pick<ResultFacts, 'seed'> {
  const seed = numberOrNull(value);
  return seed !== null && Number.isSafeInteger(seed) ? { seed } : {};
}
