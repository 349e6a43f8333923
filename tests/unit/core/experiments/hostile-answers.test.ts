/** An answer of a gateway that means harm is judged like any other, and its cell can be read. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRunFunction } from '../../../../electron/functions/run-function';
import { openTestCore, type TestCore } from '../../../support/core';
import { aCase, anExperiment, aVariant, untilCompleted } from '../../../support/experiments';
import { type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';
import { programOf } from '../../../support/programs';

let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  app = await openTestCore({
    sandbox: gateway.sandbox,
    runFunction: createRunFunction(await programOf('function')),
  });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

test('JSON of thousands of lists inside each other, for code that gets its fields', async () => {
  const content = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
  gateway.on('/chat/completions', () => ({
    charge: 1,
    body: { choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] },
  }));
  const settings = { stream: false, responseFormat: { name: 'any', schema: { type: 'object' } } };
  const variants = [aVariant({ model: 'paid/teller', settings } as object)];
  const assertions = [{ type: 'javascript', value: 'output.length > 60000' }];
  const { id, ...input } = anExperiment({ variants, cases: [aCase('one')], assertions });
  await app.tell('experiments.create', { id, ...input });
  await app.tell('experiments.start', { id, isConfirmed: true });
  await untilCompleted(app, id);
  expect(await app.tell('experiments.cell', { id, cellId: 1 })).toMatchObject({ verdict: 'passed' });
});
