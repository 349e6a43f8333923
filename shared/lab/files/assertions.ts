/** The assertions of a file, with a note of each that is not judged. */
import { readExpectation } from '../../assertions/read-expectation';
import type { CaseAssertion, JsonValue } from '../experiment';
import { type Fields, isFields, type Note } from './reading';

export function readAssertions(raw: unknown, where: string, note: Note): readonly CaseAssertion[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) {
    note(`${where}: assertions are no list, and are not read.`);
    return [];
  }
  return raw.flatMap((one) => readOne(one, where, note));
}

function readOne(raw: unknown, where: string, note: Note): readonly CaseAssertion[] {
  if (!isFields(raw) || typeof raw.type !== 'string') {
    note(`${where}: an assertion without a type is not read.`);
    return [];
  }
  const { expectation, unread } = readExpectation(raw);
  if (unread.length > 0) note(`${where}: ${names(unread)} of “${raw.type}” is not read.`);
  const inside = 'set' in expectation ? expectation.set : [expectation];
  for (const one of inside) if ('name' in one) note(`“${one.name}” is not judged here: it is unclear.`);
  return [caseAssertion(raw)];
}

const names = (list: readonly string[]): string => list.map((name) => `“${name}”`).join(', ');

/** One that is not judged keeps its name alone, so that it is unclear wherever it is read. */
function caseAssertion(raw: Fields): CaseAssertion {
  const { expectation } = readExpectation(raw);
  const type = 'name' in expectation ? expectation.name : String(raw.type);
  const { value, threshold, weight, metric, provider, model, assert } = raw;
  const judge = [model, provider].find((one) => typeof one === 'string');
  return {
    type,
    ...(value !== undefined && { value: value as JsonValue }),
    ...(typeof threshold === 'number' && { threshold }),
    ...(typeof weight === 'number' && { weight }),
    ...(typeof metric === 'string' && { metric }),
    ...(typeof judge === 'string' && { model: modelOfProvider(judge).model }),
    ...(type === 'assert-set' && {
      assert: (Array.isArray(assert) ? assert : []).flatMap((one: unknown) =>
        isFields(one) && typeof one.type === 'string' ? [caseAssertion(one)] : [],
      ),
    }),
  };
}

const kinds: Readonly<Record<string, 'image' | 'speech' | 'video'>> = {
  image: 'image',
  speech: 'speech',
  tts: 'speech',
  video: 'video',
};

const kindName = /^(chat|messages|completion|responses|embeddings?|image|speech|tts|video)$/;

/** `openai:chat:gpt-4o`: who, what kind, and the model, which may hold colons itself. `vendor/model` is a model. */
export function modelOfProvider(id: string): {
  readonly model: string;
  readonly modality: 'chat' | 'image' | 'speech' | 'video';
} {
  const [vendor = '', ...rest] = id.split(':');
  if (rest.length === 0 || vendor.includes('/')) return { model: id, modality: 'chat' };
  // One program asks another one's models: `adaline:openai:chat:gpt-4o`.
  const isNested = rest.length > 2 && !kindName.test(rest[0] ?? '') && kindName.test(rest[1] ?? '');
  const [kind = '', ...after] = isNested ? rest.slice(1) : rest;
  const isKind = kindName.test(kind) && after.length > 0;
  return { model: (isKind ? after : rest).join(':'), modality: (isKind ? kinds[kind] : undefined) ?? 'chat' };
}
