/** The fields of replies that follow a schema, as columns: all of them, and as they came. */
import { expect, test } from 'vitest';
import type { JsonSchema } from '../../../../shared/run/response-format';
import { aBatch, rowsOf, untilDone } from '../../../support/batches';
import { paidApp } from '../../../support/paid-app';

const held = paidApp();

async function run(schema: JsonSchema, content: string) {
  held.gateway.on('/chat/completions', () => ({
    body: { choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] },
  }));
  const batch = aBatch({
    ...{ model: 'm', template: 'Which?', columns: ['row'], rows: [['1']] },
    settings: { responseFormat: { name: 'ids', schema }, stream: false },
  });
  await held.app.tell('batches.create', batch);
  await untilDone(held.app, batch.id);
  const [row] = await rowsOf(held.app, batch.id);
  const { text } = await held.app.tell('batches.export', { id: batch.id, format: 'csv' });
  return { fields: row?.fields, text };
}

test('a number of more digits than a double keeps is in its column and in the file as it came', async () => {
  const schema = { properties: { id: { type: 'integer' }, more: { type: 'object' } } };
  const { fields, text } = await run(schema, '{"id": 12345678901234567890, "more": {"at": [1e400, 2]}}');
  expect(fields).toEqual(['12345678901234567890', '{"at":[1e400,2]}']);
  expect(text).toContain('12345678901234567890,"{""at"":[1e400,2]}"');
});

test('a schema that only names its definition, or is made of several, has their fields as columns', async () => {
  const place = { type: 'object', properties: { city: { type: 'string' }, size: { type: 'integer' } } };
  const schema = {
    $ref: '#/definitions/a~1place',
    definitions: { 'a/place': { allOf: [place, { properties: { kind: {}, city: {} } }] } },
  };
  const { fields, text } = await run(schema, '{"city": "Oslo", "size": 7, "kind": null}');
  expect(fields).toEqual(['Oslo', '7', 'null']);
  expect(text.split('\n')[0]).toContain('city,size,kind,misfit');
});
