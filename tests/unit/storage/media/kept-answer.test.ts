/** An answer that was too long to be read is a file of the library; a message in place of a result is none. */
import { expect, it } from 'vitest';
import { declaredTypeFor, resultType } from '../../../../electron/storage/media/result-type';
import { keptAnswerType } from '../../../../shared/media/kept-answer';

const bytes = (text: string) => Buffer.from(text);

it.each([
  ['{"data": [{ "b64_json": "AAAA', 'application/json', 'json'],
  ['data: {"b64_json": "AAAA', 'text/plain', 'txt'],
])('%s', (head, contentType, extension) => {
  const declared = keptAnswerType(bytes(head));
  const type = resultType(bytes(head), declared);
  expect(type).toEqual({ kind: 'file', contentType, extension });
  // After a restart only its name says what it is.
  expect(declaredTypeFor(`0.${type.extension}`)).toBe(declared);
});

it('is no page, and what a gateway calls JSON itself is still a message', () => {
  expect(keptAnswerType(bytes(' <!doctype html>'))).toBeNull();
  expect(() => resultType(bytes('{"error": 1}'), 'application/json')).toThrow('message (JSON)');
});
