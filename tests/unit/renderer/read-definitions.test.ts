/** Definitions of tools in the forms that people paste, and what is said of those that can't be read. */
import { expect, test } from 'vitest';
import { readDefinitions } from '../../../renderer/parts/tools/read-definitions';

const names = (text: string) => readDefinitions(text).tools.map(({ name }) => name);

const yaml = `
openapi: 3.0.3
x-page: &page
  name: page
  in: query
  schema: { type: integer }
paths:
  /pets:
    get:
      operationId: listPets
      parameters: [*page]
  /pets/{id}:
    get: &one
      operationId: getPet
      summary: 'One: "pet"'
    delete:
      <<: *one
      operationId: deletePet
`;

test('a document in YAML, with names for its parts', () => {
  const { tools } = readDefinitions(yaml);
  expect(tools.map(({ name, description }) => [name, description])).toEqual([
    ['listPets', undefined],
    ['getPet', 'One: "pet"'],
    ['deletePet', 'One: "pet"'],
  ]);
  expect(tools[0]?.parameters.properties).toEqual({ page: { type: 'integer' } });
});

test('a part that hundreds of operations name', () => {
  const operations = Array.from(
    { length: 400 },
    (_, at) => `  /${at}: { get: { operationId: a${at}, parameters: [*page] } }`,
  );
  const { tools, why } = readDefinitions(
    `page: &page { name: page, in: query }\npaths:\n${operations.join('\n')}`,
  );
  expect([tools.length, why]).toEqual([400, undefined]);
});

test('a list as Python and JavaScript write it', () => {
  expect(
    names(`[{'type': 'function', 'function': {'name': 'a', 'strict': True, 'parameters': {}}}]`),
  ).toEqual(['a']);
  expect(names(`{ tools: [{ type: 'function', name: 'b', parameters: {}, }] }`)).toEqual(['b']);
});

test('what can’t be a function is named', () => {
  const list = [
    { name: 'a' },
    { name: 'has blanks', parameters: {} },
    { type: 'web_search' },
    { type: 'custom', name: 'c' },
  ];
  const { tools, leftOut } = readDefinitions(JSON.stringify(list));
  expect(tools.map(({ name }) => name)).toEqual(['a']);
  expect(leftOut).toEqual(['has blanks (its name)', 'web_search (it has no name)', 'c (custom)']);
});

test.each([
  ['[{"name": "a"]', 'Line 1, column 14 needs a comma'],
  ['openapi: 3.0.0\npaths: {/a: [', 'Line 2, column 1'],
  [`a:\n${'['.repeat(10_000)}`, 'nested deeper'],
  [
    Array.from(
      { length: 30 },
      (_, at) => `a${at}: &a${at} [${at === 0 ? 'x' : `*a${at - 1}, *a${at - 1}`}]`,
    ).join('\n'),
    'names its parts so often',
  ],
])('what can’t be read says why: %#', (text, why) => {
  expect(readDefinitions(text)).toMatchObject({ tools: [], why: expect.stringContaining(why) });
});

test('a text that defines nothing says so by its count', () => {
  for (const text of ['Hello', 'a: 1', '[]', '{}', 'null']) expect(names(text)).toEqual([]);
});
