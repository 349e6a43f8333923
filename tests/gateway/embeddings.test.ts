/** Texts as vectors: from the Sandbox over HTTP, and in the forms of other gateways. */
import { expect, test } from 'vitest';
import { embeddingsPath } from '../../electron/gateway/http/paths';
import { readVectors } from '../../electron/gateway/parse/vectors';

const base64 = (numbers: readonly number[]) =>
  Buffer.from(new Float32Array(numbers).buffer).toString('base64');

test.each([
  [
    'OpenAI',
    {
      data: [
        { index: 1, embedding: [3, 4] },
        { index: 0, embedding: [1, 2] },
      ],
    },
  ],
  [
    'base64',
    {
      data: [
        { index: 0, embedding: base64([1, 2]) },
        { index: 1, embedding: base64([3, 4]) },
      ],
    },
  ],
  ['without numbers', { data: [{ embedding: [1, 2] }, { embedding: [3, 4] }] }],
  [
    'Cohere and Ollama',
    {
      embeddings: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
  ['Gemini', { embeddings: [{ values: [1, 2] }, { values: [3, 4] }] }],
])('reads the vectors of %s', (_name, body) => {
  expect(readVectors(body, 2)).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test.each([
  ['none', {}],
  ['too few', { data: [{ embedding: [1, 2] }] }],
  ['of two lengths', { data: [{ embedding: [1, 2] }, { embedding: [1] }] }],
  ['no numbers', { data: [{ embedding: [1, 2] }, { embedding: ['x', null] }] }],
  ['empty', { data: [{ embedding: [] }, { embedding: [] }] }],
  ['half a number', { data: [{ embedding: 'AAA=' }, { embedding: 'AAA=' }] }],
])('takes nothing for a vector that is %s', (_name, body) => {
  expect(readVectors(body, 2)).toBeNull();
});

test('they are beside the chats of a gateway, wherever these are', () => {
  expect(embeddingsPath('/chat/completions')).toBe('/embeddings');
  expect(embeddingsPath('~/openai/v2/chat/completions')).toBe('~/openai/v2/embeddings');
  expect(embeddingsPath('/talk')).toBe('/embeddings');
});
