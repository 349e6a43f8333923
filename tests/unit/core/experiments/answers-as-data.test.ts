/** What code of an assertion gets of an answer that is more than a text, as promptfoo gives it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { aCase, anExperiment, aVariant, untilExperiment } from '../../../support/experiments';
import { interpretHere } from '../../../support/interpret-here';

let app: TestCore;
let runs = 0;
beforeAll(async () => {
  app = await openTestCore({
    runFunction: async (source, argumentsText) => {
      runs += 1;
      return interpretHere(source, argumentsText);
    },
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

type Assertions = NonNullable<NonNullable<Parameters<typeof anExperiment>[0]>['assertions']>;

const checksOf = (codes: readonly string[], more: Parameters<typeof aVariant>[0]) =>
  foundBy(
    codes.map((value) => ({ type: 'javascript', value })),
    more,
  );

async function foundBy(assertions: Assertions, more: Parameters<typeof aVariant>[0]) {
  const id = randomUUID();
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

test('code changes an answer before it is judged: as text, as data, one after the other', async () => {
  const found = await foundBy(
    [
      { type: 'equals', value: 'ELY', transforms: ['JSON.parse(output).town', 'output.toUpperCase()'] },
      { type: 'not-contains', value: '{', transforms: ['output.replace(/[{}]/g, "")'] },
      { type: 'javascript', value: 'output === 3', transforms: ['JSON.parse(output).town.length'] },
      { type: 'is-json', transforms: ['({ sum: output.length + context.vars.word.length })'] },
      { type: 'starts-with', value: 'E', transforms: ['const { town } = JSON.parse(output);\nreturn town;'] },
      { type: 'equals', value: 'Ely', transforms: ['(async () => JSON.parse(await output).town)()'] },
      { type: 'javascript', value: 'Promise.resolve(output.length > 3)' },
      { type: 'equals', value: 'Paris', transforms: ['JSON.parse(output).town'] },
    ],
    { template: '{"town": "{{word}}"}' },
  );
  expect(found.slice(0, -1)).toEqual(Array.from({ length: 7 }, () => 'passed'));
  expect(found.at(-1)).toContain('Paris');
});

test('code that changes an answer for several assertions runs once for each time that they are judged', async () => {
  const list = (count: number) =>
    Array.from({ length: count }, () => ({
      type: 'contains',
      value: 'ELY',
      transforms: ['output.toUpperCase()'],
    }));
  const judged = async (count: number) => {
    const before = runs;
    expect(await foundBy(list(count), {})).toEqual(Array.from({ length: count }, () => 'passed'));
    return runs - before;
  };
  expect(await judged(8)).toBe(await judged(1));
});

test('code that fails, returns nothing, waits for ever or needs what it does not have leaves its assertion unclear', async () => {
  const changed = (code: string) => ({ type: 'contains', value: 'Ely', transforms: [code] });
  const found = await foundBy(
    [
      changed('output.nothing.more'),
      changed('undefined'),
      changed('new Promise(() => {})'),
      changed('fetch("http://127.0.0.1")'),
      changed('(() => { while (true) {} })()'),
    ],
    {},
  );
  expect(found).toEqual([
    expect.stringContaining('The transform failed: TypeError'),
    'The transform failed: it returned nothing',
    'The transform can’t be run: It waits for something that never comes.',
    expect.stringContaining('The transform needs what it does not have here'),
    expect.stringContaining('The transform can’t be run'),
  ]);
});
