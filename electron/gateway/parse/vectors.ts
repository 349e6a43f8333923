/** Vectors of texts, as gateways write them: numbers or base64, in a list of OpenAI's shape or in one of their own. */
import { isRecord, type JsonRecord } from './json';

/**
 * @param count how many texts were sent
 * @returns a vector for each of them; `null` where one is missing, is no list of numbers, or has another length
 */
export function readVectors(body: JsonRecord, count: number): readonly (readonly number[])[] | null {
  // Gemini, Cohere and Ollama call the list `embeddings`.
  const list = [body.data, body.embeddings].find(Array.isArray) ?? [];
  const vectors = inOrder(list).map(vectorOf);
  const [first] = vectors;
  if (first == null || vectors.length !== count) return null;
  const whole = vectors.filter((vector) => vector !== null);
  return whole.every(({ length }) => length === first.length && length > 0) && whole.length === count
    ? whole
    : null;
}

/** By their numbers, where all have one. */
function inOrder(list: readonly unknown[]): readonly unknown[] {
  const numbered = list.filter(isRecord).map((one) => ({ one, at: one.index }));
  if (numbered.length < list.length || !numbered.every(({ at }) => typeof at === 'number')) return list;
  return numbered.toSorted((one, other) => Number(one.at) - Number(other.at)).map(({ one }) => one);
}

function vectorOf(one: unknown): readonly number[] | null {
  const given = isRecord(one) ? (one.embedding ?? one.values) : one;
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
