/** Assertions about what is in a file: it is read once the result is there. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { aCase, anExperiment, aVariant, cellsOf, untilExperiment } from '../../../support/experiments';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  await untilListed(app);
});
afterEach(() => app.close());

test('an image has transparency or not, and a sound is silent or not, by its own bytes', async () => {
  const image = anExperiment({
    variants: [aVariant({ modality: 'image', model: 'sandbox/aurora' })],
    cases: [aCase('boat', { assertions: [{ type: 'not-has-alpha' }] })],
  });
  const speech = anExperiment({
    variants: [aVariant({ modality: 'speech', model: 'sandbox/narrator', parameters: { format: 'wav' } })],
    cases: [aCase('boat', { assertions: [{ type: 'is-silent' }] })],
  });
  for (const { id, ...plan } of [image, speech]) {
    await app.tell('experiments.create', { id, ...plan });
    await app.tell('experiments.start', { id });
    await untilExperiment(app, id, ({ verdicts: { passed, failed } }) => passed + failed === 1);
  }
  expect((await cellsOf(app, image.id))[0]).toMatchObject({ verdict: 'passed' });
  const silent = await app.tell('experiments.cell', { id: speech.id, cellId: 1 });
  expect(silent.checks).toMatchObject([{ name: 'is-silent', state: 'failed' }]);
  expect(silent.checks[0]?.why).toMatch(/^\d+ % of the sound is silent\.$/);
});
