/** Documents of OpenAPI as they are met: references in circles, forms, unions, version 2, and very many operations. */
import { expect, test } from 'vitest';
import { replyChecker } from '../../../../shared/run/check-reply';
import { readTools } from '../../../../shared/run/read-tools';
import { processorMs } from '../../../support/processor-time';

const tools = (document: object) => readTools(JSON.stringify(document));
const schemas = (document: object) => tools(document).map(({ parameters }) => parameters);

const post = (schema: object, more: object = {}, type = 'application/json') => ({
  post: { operationId: 'make', requestBody: { required: true, content: { [type]: { schema } } }, ...more },
});
const components = {
  schemas: {
    Pet: {
      type: 'object',
      required: ['name', 'id'],
      properties: {
        id: { type: 'integer', readOnly: true },
        name: { type: 'string', nullable: true, example: 'Rex' },
        age: { type: 'number', minimum: 0, exclusiveMinimum: true },
        parent: { $ref: '#/components/schemas/Pet' },
        owner: { $ref: '#/components/schemas/a~1b%20c' },
      },
    },
    'a/b c': {
      type: 'object',
      properties: { pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
    },
  },
};

test('references are whole without the document, also in circles', () => {
  const [schema = {}] = schemas({
    components,
    paths: { '/pets': post({ $ref: '#/components/schemas/Pet' }) },
  });
  expect(JSON.stringify(schema)).not.toContain('#/components');
  expect(schema).toMatchObject({
    properties: {
      name: { type: ['string', 'null'] },
      age: { type: 'number', exclusiveMinimum: 0 },
      parent: { $ref: '#/$defs/Pet' },
      owner: { $ref: '#/$defs/a_b_c' },
    },
    required: ['name'],
    $defs: { Pet: { properties: { parent: { $ref: '#/$defs/Pet' } } }, a_b_c: { properties: {} } },
  });
  const check = replyChecker(schema);
  expect(
    check(JSON.stringify({ name: null, parent: { id: 1, name: 'A', parent: { id: 2, name: 3 } } })),
  ).not.toEqual(
    check(JSON.stringify({ name: null, parent: { id: 1, name: 'A', parent: { id: 2, name: 'B' } } })),
  );
});

test.each([
  ['a list', { type: 'array', items: { type: 'string' } }],
  [
    'a choice',
    {
      oneOf: [
        { type: 'object', properties: { a: {} } },
        { type: 'object', properties: { b: {} } },
      ],
    },
  ],
  ['parts', { allOf: [{ type: 'object', properties: { a: {} } }], properties: { b: {} } }],
  ['free fields', { type: 'object', properties: { a: {} }, additionalProperties: { type: 'string' } }],
])('a body that is %s is one argument', (_, schema) => {
  expect(schemas({ paths: { '/a': post(schema) } })).toEqual([
    { type: 'object', properties: { body: schema }, required: ['body'] },
  ]);
});

test('a field that is called as a parameter is, does not take its place', () => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const body = { type: 'object', properties: { id: { type: 'integer' } } };
  expect(schemas({ paths: { '/a/{id}': post(body, { parameters }) } })).toEqual([
    { type: 'object', properties: { id: { type: 'string' }, body }, required: ['id', 'body'] },
  ]);
});

test.each([
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/vnd.api+json',
  'application/json; charset=utf-8',
])('the fields of a body of %s are arguments', (type) => {
  const body = { type: 'object', properties: { amount: { type: 'integer' } }, required: ['amount'] };
  expect(schemas({ paths: { '/charges': post(body, {}, type) } })).toEqual([
    { type: 'object', properties: { amount: { type: 'integer' } }, required: ['amount'] },
  ]);
});

test('version 2 has its types beside the names, its body among the parameters and forms', () => {
  const document = {
    swagger: '2.0',
    definitions: { Note: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } },
    parameters: { page: { name: 'page', in: 'query', type: 'integer', maximum: 9, description: 'Which' } },
    paths: {
      '/notes': {
        get: {
          operationId: 'list',
          parameters: [
            { $ref: '#/parameters/page' },
            { name: 'Authorization', in: 'header', type: 'string' },
          ],
        },
        post: {
          operationId: 'add',
          parameters: [{ name: 'note', in: 'body', required: true, schema: { $ref: '#/definitions/Note' } }],
        },
        put: {
          operationId: 'send',
          parameters: [{ name: 'scan', in: 'formData', type: 'file', required: true }],
        },
      },
    },
  };
  expect(tools(document).map(({ name, parameters }) => [name, parameters])).toEqual([
    ['list', { type: 'object', properties: { page: { type: 'integer', maximum: 9, description: 'Which' } } }],
    ['send', { type: 'object', properties: { scan: { type: 'string' } }, required: ['scan'] }],
    ['add', { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }],
  ]);
});

test('operations with names alike, or too long ones, are tools of their own', () => {
  const long = 'x'.repeat(80);
  const operations = ['a b', 'a/b', `${long}1`, `${long}2`].map((operationId, at) => [
    `/${at}`,
    { get: { operationId } },
  ]);
  const names = tools({ paths: Object.fromEntries(operations) }).map(({ name }) => name);
  expect(names).toEqual(['a_b', 'a_b_2', 'x'.repeat(64), `${'x'.repeat(62)}_2`]);
});

test('a schema of another file is named where it belongs', () => {
  const [schema] = schemas({
    paths: { '/a': post({ type: 'object', properties: { a: { $ref: './b.yaml#/C' } } }) },
  });
  expect(schema).toMatchObject({ properties: { a: { description: 'As in ./b.yaml#/C' } } });
});

test('1,000 operations with schemas that name each other are read in a moment', () => {
  const ring = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [
      `S${at}`,
      {
        type: 'object',
        properties: { next: { $ref: `#/components/schemas/S${(at + 1) % 300}` }, text: { type: 'string' } },
      },
    ]),
  );
  const paths = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, at) => [
      `/p${at}`,
      post({ $ref: `#/components/schemas/S${at % 300}` }, { operationId: `op${at}` }),
    ]),
  );
  const begun = processorMs();
  const found = tools({ components: { schemas: ring }, paths });
  expect(processorMs() - begun).toBeLessThan(5_000);
  expect(found).toHaveLength(1_000);
  expect(Object.keys(found[0]?.parameters.$defs ?? {})).toHaveLength(300);
});
