/** Vectors of texts, as gateways write them: numbers or base64, in a list of OpenAI's shape or in one of their own. */
import { isRecord, type JsonRecord } from './json';

/**
 * @param body the record of the answer, or the list that it is
 * @param count how many texts were sent
 * @returns a vector for each of them; `null` where one is missing, is no list of numbers, or has another length
 */
export function readVectors(
  body: JsonRecord | readonly unknown[],
  count: number,
): readonly (readonly number[])[] | null {
  for (const list of listsIn(body, 0)) {
    const vectors = inOrder(list).map(vectorOf);
    const [first] = vectors;
    const whole = vectors.filter((vector) => vector !== null);
    const isWhole = first != null && whole.length === count && vectors.length === count;
    if (isWhole && whole.every(({ length }) => length === first.length && length > 0)) return whole;
  }
  return null;
}

/** OpenAI’s name first; Gemini, Cohere and Ollama say `embeddings`, MiniMax `vectors`, watsonx.ai `results`. */
const LISTS = ['data', 'embeddings', 'vectors', 'results', 'predictions', 'float', 'embedding', 'values'];
/** What may be around such a list: DashScope’s `output`, Workers AI’s `result`, Cohere’s `embeddings`. */
const HOLDERS = ['output', 'result', 'embeddings', 'data', 'response'];
const MOST_LEVELS = 3;

/** Every list that may hold the vectors; one vector alone is a list of one. */
function* listsIn(held: unknown, level: number): Generator<readonly unknown[]> {
  if (Array.isArray(held)) yield asVectors(held);
  if (!isRecord(held) || level > MOST_LEVELS) return;
  for (const list of LISTS.map((name) => held[name]).filter(Array.isArray)) yield asVectors(list);
  for (const name of HOLDERS) if (isRecord(held[name])) yield* listsIn(held[name], level + 1);
}

const asVectors = (list: readonly unknown[]): readonly unknown[] =>
  typeof list[0] === 'number' ? [list] : list;

/** By their numbers, where all have one. */
function inOrder(list: readonly unknown[]): readonly unknown[] {
  const numbered = list.filter(isRecord).map((one) => ({ one, at: one.index }));
  if (numbered.length < list.length || !numbered.every(({ at }) => typeof at === 'number')) return list;
  return numbered.toSorted((one, other) => Number(one.at) - Number(other.at)).map(({ one }) => one);
}

function vectorOf(one: unknown): readonly number[] | null {
  const given = isRecord(one) ? (one.embedding ?? one.values ?? one.embeddings ?? one.vector) : one;
  // Vertex AI puts its values into another record, and llama.cpp puts one vector into a list.
  if (isRecord(given)) return vectorOf(given);
  if (Array.isArray(given) && given.length === 1 && Array.isArray(given[0])) return vectorOf(given[0]);
  if (typeof given === 'string') return fromBase64(given);
  return Array.isArray(given) && given.every((value) => Number.isFinite(value)) ? (given as number[]) : null;
}

const FLOAT_BYTES = 4;

/** OpenAI’s `encoding_format: "base64"`: floats of 32 bits, the lowest byte first. */
function fromBase64(text: string): readonly number[] | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.length % FLOAT_BYTES !== 0) return null;
  const numbers = Array.from({ length: bytes.length / FLOAT_BYTES }, (_, at) =>
    bytes.readFloatLE(at * FLOAT_BYTES),
  );
  return numbers.every(Number.isFinite) ? numbers : null;
}
