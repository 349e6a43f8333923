/** A setting is written once: here each of them is looked for in every place that has settings. */
import { randomUUID } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { settingEntries } from '../../../../renderer/features/palette/sources/settings';
import { CreateFields } from '../../../../renderer/media/settings/create-fields';
import { RunSettingsFields } from '../../../../renderer/parts/run-settings/run-settings';
import { snippet } from '../../../../shared/code/snippet';
import type { CommandInput } from '../../../../shared/contract';
import { formFieldsIn } from '../../../../shared/extra/form-fields';
import { hasOpenField } from '../../../../shared/extra/free-fields';
import { type ModalityId, modalityIds } from '../../../../shared/modalities/modalities';
import { type Setting, settingsOf } from '../../../../shared/run/settings-of';
import type { Setup } from '../../../../shared/run/setup';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';

// The palette opens a column, and its width is asked for when the module is loaded.
vi.hoisted(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
});

/** A model that no gateway has: what is sent to it costs nothing. */
const model = 'no/such';
const name = 'Everything';

let sandbox: TestSandbox;
let app: TestCore;
let there: TestCore;
const made = new Map<ModalityId, Record<'preset' | 'batch' | 'comparison', string>>();

beforeAll(async () => {
  sandbox = await startTestSandbox();
  app = await openTestCore({ sandbox });
  there = await openTestCore({ sandbox });
  for (const modality of modalityIds) made.set(modality, await use(setupOf(modality)));
  await importAll(there, await exportAll(app, false));
});
afterAll(async () => {
  await app.close();
  await there.close();
  await sandbox.close();
});

/** A value that its form takes. */
function sampleOf(setting: Setting): unknown {
  switch (setting.kind) {
    case 'number':
      return Math.max(setting.min, Math.min(2, setting.max));
    case 'choice':
      return setting.options[0] ?? 'any';
    case 'text':
      return 'Be brief.';
    case 'texts':
      return ['END'];
    case 'switch':
      return setting.standard;
    case 'json':
      return setting.example;
    case 'map':
      return setting.of === 'tokens' ? { '9906': -100 } : { topic: 'sea' };
  }
}

function setupOf(modality: ModalityId): Setup {
  const values = Object.fromEntries(settingsOf(modality).map((setting) => [setting.id, sampleOf(setting)]));
  return modality === 'chat'
    ? { modality, settings: values }
    : { modality, parameters: values as Record<string, string>, extra: { user: 'me' } };
}

const fieldsOf = ({ modality: _modality, ...fields }: Setup) => fields;

/** Uses the settings in all ways in which they are stored. */
async function use(setup: Setup) {
  const [preset, batch, comparison] = [randomUUID(), randomUUID(), randomUUID()];
  await app.tell('presets.create', {
    id: preset,
    name: `${name} ${setup.modality}`,
    content: { ...setup, model },
  });
  const table = { name, template: '{{word}}', columns: ['word'], rows: [['sea']] };
  await app.tell('batches.create', { id: batch, ...setup, model, ...table });
  const columns = [1, 2].map(() => ({
    ...{ id: randomUUID(), callId: randomUUID(), model, prompt: 'A boat' },
    ...fieldsOf(setup),
  }));
  const round = { id: comparison, roundId: randomUUID(), isTied: true, isSamePrompt: true };
  const { modality } = setup;
  await app.tell('compare.send', { ...round, modality, columns } as CommandInput<'compare.send'>);
  return { preset, batch, comparison };
}

const held = (modality: ModalityId) => made.get(modality) ?? { preset: '', batch: '', comparison: '' };

/** The form as a page draws it, as text. */
const formOf = (setup: Setup): string =>
  renderToStaticMarkup(
    setup.modality === 'chat' ? (
      <RunSettingsFields chatKey="x" model={null} settings={setup.settings} onChange={() => undefined} />
    ) : (
      <CreateFields {...setup} capabilities={null} extraKey="x" onChange={() => undefined} />
    ),
  );

async function bodyOf(setup: Setup) {
  const { modality } = setup;
  const { bodies, operation, stream, baseUrl } = await app.tell(
    'code.request',
    setup.modality === 'chat'
      ? { of: 'chat', conversationId: null, text: 'A boat', model, settings: setup.settings }
      : { of: 'form', ...setup, modality: setup.modality, prompt: 'A boat', model },
  );
  const body = bodies[0] ?? {};
  const code = snippet({ language: 'curl', operation, body, stream, baseUrl });
  return { body, code, modality };
}

describe.each(modalityIds)('every setting of %s', (modality) => {
  const setup = setupOf(modality);
  const settings = settingsOf(modality);
  const wires = settings.flatMap(({ wire }) => (wire === null ? [] : [wire]));

  test('is in the form', () => {
    const form = formOf(setup);
    expect(settings.filter(({ label }) => !form.includes(label)).map(({ id }) => id)).toEqual([]);
  });

  test('is found in the palette', () => {
    const found = settingEntries.filter(({ page }) => page === modality).map(({ label }) => label);
    expect(found).toEqual([...settings.map(({ label }) => label), 'Extra parameters']);
  });

  test('is in the body of the request and in its code, under its own name, once', async () => {
    const { body, code } = await bodyOf(setup);
    const absent = wires.filter((wire) => !(wire in body) || !code.includes(`"${wire}"`));
    // What is about an input is sent only with it (`strength.test.ts`).
    const ofInputs = settings.filter((one) => 'onlyWith' in one).map(({ wire }) => wire);
    expect(absent).toEqual(ofInputs);
    expect(new Set(wires).size).toBe(wires.length);
    // A cache point is sent to models that take one (`core/chat/cache-points.test.ts`).
    const asMessage = settings
      .filter((one) => one.wire === null && !('isCachePoint' in one && one.isCachePoint))
      .map(sampleOf);
    expect(asMessage.filter((value) => !JSON.stringify(body).includes(String(value)))).toEqual([]);
  });

  test('can’t be an extra parameter as well, unless it says so', () => {
    const open = settings.filter((one) => 'isAlsoExtra' in one).map(({ wire }) => wire);
    const names = Object.fromEntries(wires.map((wire) => [wire, 1]));
    expect(formFieldsIn(modality, names)).toEqual(wires.filter((wire) => !open.includes(wire)));
  });

  test('is known not to change the price, is priced, or says that it may', () => {
    const priced = ['max_tokens', 'n'];
    const open = settings.filter(
      ({ wire }) => modality === 'chat' && wire !== null && hasOpenField({ [wire]: 1 }, priced),
    );
    expect(open.filter((one) => !('mayChangePrice' in one)).map(({ id }) => id)).toEqual([]);
  });

  test('is foreseen with the very input of the command', async () => {
    const rows = { name, template: '{{word}}', columns: ['word'], rows: [['sea']] };
    const intent = { kind: 'batch', id: randomUUID(), ...setup, model, ...rows } as const;
    expect(await app.tell('credits.forecast', { intent })).toMatchObject({ calls: 1 });
  });

  test.each([
    ['here', () => app],
    ['after an archive', () => there],
  ])('is in presets, batches and columns %s', async (_where, core) => {
    const { preset, batch, comparison } = held(modality);
    const { presets } = await core().tell('app.snapshot', {});
    expect(presets.find(({ id }) => id === preset)?.content).toEqual({ ...setup, model });
    expect(await core().tell('batches.get', { id: batch })).toMatchObject(setup);
    const { columns } = (await core().tell('compare.get', { id: comparison })).comparison;
    expect(columns).toMatchObject([setup, setup]);
  });
});
