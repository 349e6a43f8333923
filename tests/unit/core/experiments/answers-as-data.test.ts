/** What code of an assertion gets of an answer that is more than a text, as promptfoo gives it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { interpret } from '../../../../electron/functions/interpret';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { aCase, anExperiment, aVariant, untilExperiment } from '../../../support/experiments';

let app: TestCore;
beforeAll(async () => {
  app = await openTestCore({
    runFunction: async (source, argumentsText) => interpret({ source, argumentsText }),
  });
  await untilListed(app);
});
afterAll(() => app.close());

const schema = {
  type: 'object',
  properties: { town: { type: 'string' }, sub: { type: 'number' } },
  required: ['town', 'sub'],
  additionalProperties: false,
};
const settings = { responseFormat: { name: 'place', schema, strict: true } };

async function checksOf(codes: readonly string[], more: Parameters<typeof aVariant>[0]) {
  const id = randomUUID();
  const assertions = codes.map((value) => ({ type: 'javascript', value }));
  const plan = anExperiment({ id, variants: [aVariant(more)], cases: [aCase('Ely')], assertions });
  await app.tell('experiments.create', plan);
  await app.tell('experiments.start', { id });
  await untilExperiment(app, id, ({ state }) => state === 'completed');
  const { checks } = await app.tell('experiments.cell', { id, cellId: 1 });
  return checks.map(({ state, why }) => (state === 'passed' ? state : why));
}

test('an object that follows a schema is its text and its fields', async () => {
  const codes = [
    "typeof output.town === 'string' && typeof output.sub === 'number'",
    'JSON.parse(output).town === output.town',
    'output.includes(\'"town"\') && output.length > 10',
    'output.country !== undefined',
  ];
  const checks = await checksOf(codes, { model: 'sandbox/structured', settings });
  expect(checks).toEqual(['passed', 'passed', 'passed', 'The code returned false.']);
});

test('without a schema it is a text, whatever it says', async () => {
  const checks = await checksOf(["typeof output === 'string' && output.town === undefined"], {
    template: '{"town": "{{word}}"}',
  });
  expect(checks).toEqual(['passed']);
});
