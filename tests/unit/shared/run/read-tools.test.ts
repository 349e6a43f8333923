import { expect, test } from 'vitest';
import { readTools } from '../../../../shared/run/read-tools';

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const weather = { name: 'weather', description: 'How it is.', parameters: schema };

test.each([
  ['OpenAI’s list', [{ type: 'function', function: weather }]],
  ['a whole request', { model: 'm', messages: [], tools: [{ type: 'function', function: weather }] }],
  ['OpenAI’s Responses', [{ type: 'function', ...weather }]],
  ['Anthropic’s', [{ name: 'weather', description: 'How it is.', input_schema: schema }]],
  ['an MCP list', { tools: [{ name: 'weather', description: 'How it is.', inputSchema: schema }] }],
  ['Gemini’s', { tools: [{ functionDeclarations: [weather] }] }],
  ['one definition', weather],
])('reads definitions of %s', (_name, value) => {
  expect(readTools(JSON.stringify(value))).toEqual([weather]);
});

test('makes a tool of each operation of an OpenAPI document', () => {
  const city = {
    name: 'city',
    in: 'path',
    required: true,
    schema: { type: 'string' },
    description: 'Its name',
  };
  const document = {
    openapi: '3.1.0',
    components: {
      schemas: { Note: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } },
    },
    paths: {
      '/weather/{city}': {
        parameters: [city],
        get: { operationId: 'get weather', summary: 'How it is.' },
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } } },
        },
      },
    },
  };
  const place = { type: 'string', description: 'Its name' };
  expect(readTools(JSON.stringify(document))).toEqual([
    {
      name: 'get_weather',
      description: 'How it is.',
      parameters: { type: 'object', properties: { city: place }, required: ['city'] },
    },
    {
      name: 'post_weather_city',
      parameters: {
        type: 'object',
        properties: { city: place, text: { type: 'string' } },
        required: ['city', 'text'],
      },
    },
  ]);
});

test.each(['', 'no JSON', '[]', '{"name": "has blanks in it"}', '{"tools": 7}', 'null'])(
  'finds none in %j',
  (text) => {
    expect(readTools(text)).toEqual([]);
  },
);
