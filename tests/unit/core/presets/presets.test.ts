import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandInput } from '../../../../shared/contract';
import { type PresetContent, presetLimits } from '../../../../shared/run/presets';
import { openTestCore, type TestCore } from '../../../support/core';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

let app: TestCore;
let sandbox: TestSandbox;
let home: string;
beforeEach(async () => {
  home = tempFolder();
  sandbox = await startTestSandbox();
  app = await openTestCore({ home, sandbox });
});
afterEach(async () => {
  await app.close();
  await sandbox.close();
});

const chat: PresetContent = {
  modality: 'chat',
  model: 'a/one',
  settings: { temperature: 0.2, stop: ['END'] },
};
const video: PresetContent = {
  modality: 'video',
  model: null,
  parameters: { duration: 4, resolution: '480p' },
  extra: { fps: 24, deep: { list: [1, null] } },
};

const presets = async () => (await app.tell('app.snapshot', {})).presets;
const create = async (name: string, content: PresetContent = chat, id = randomUUID()) => {
  await app.tell('presets.create', { id, name, content });
  return id;
};
const restart = async () => {
  await app.close();
  app = await openTestCore({ home, sandbox });
};

describe('a preset', () => {
  test('keeps model and settings of each tab unchanged, also across a restart', async () => {
    await create('Careful', chat);
    await create('Short film', video);
    await restart();
    expect((await presets()).map(({ name, content }) => [name, content])).toEqual([
      ['Careful', chat],
      ['Short film', video],
    ]);
  });

  test('is reported by event with the whole record', async () => {
    const id = await create('Careful');
    expect(app.events).toContainEqual({
      type: 'preset.changed',
      preset: expect.objectContaining({ id, name: 'Careful', content: chat, isDefault: false }),
    });
  });

  test('created twice with one id exists once', async () => {
    const id = await create('Careful');
    await app.tell('presets.create', { id, name: 'Careful', content: chat });
    expect(await presets()).toHaveLength(1);
  });

  test('may have a long name in any script, up to the limit', async () => {
    const name = '長い名前 '
      .repeat(40)
      .slice(0, presetLimits.nameCharacters - 1)
      .trim();
    await create(name);
    expect((await presets())[0]?.name).toBe(name);
    const long = { id: randomUUID(), name: 'x'.repeat(presetLimits.nameCharacters + 1), content: chat };
    expect(await app.refusal('presets.create', long)).toMatchObject({ code: 'invalid_input', field: 'name' });
  });

  test('can be renamed and updated; a name that is taken is refused with what to do', async () => {
    const id = await create('Careful');
    await create('Bold');
    await app.tell('presets.rename', { id, name: 'Very careful' });
    await app.tell('presets.update', { id, content: { ...chat, model: 'b/two' } });
    expect((await presets()).find((one) => one.id === id)).toMatchObject({
      name: 'Very careful',
      content: { model: 'b/two' },
    });
    const refusal = await app.refusal('presets.rename', { id, name: 'BOLD' });
    expect(refusal).toMatchObject({ code: 'invalid_input', field: 'name' });
    expect(refusal.message).toContain('Choose another name');
    // The same name is no conflict in another tab.
    await create('Bold', video);
  });

  test('can be deleted, restored until the app is closed, and is deleted after that', async () => {
    const [id, other] = [await create('Careful'), await create('Bold')];
    await app.tell('presets.remove', { id });
    expect(app.events.at(-1)).toEqual({ type: 'preset.removed', presetId: id });
    await app.tell('presets.restore', { id });
    expect(await presets()).toHaveLength(2);
    await app.tell('presets.remove', { id: other });
    await restart();
    expect((await app.refusal('presets.restore', { id: other })).code).toBe('not_found');
    expect((await presets()).map(({ name }) => name)).toEqual(['Careful']);
  });

  test.each<[string, CommandInput<'presets.create'>['content']]>([
    ['a setting out of its range', { modality: 'chat', model: null, settings: { temperature: 9 } }],
    [
      'a value that is too long',
      { modality: 'image', model: null, parameters: { size: 'x'.repeat(5_000) }, extra: {} },
    ],
    [
      'too many values',
      {
        modality: 'image',
        model: null,
        extra: {},
        parameters: Object.fromEntries([...Array(51).keys()].map((n) => [`p${n}`, n])),
      },
    ],
  ])('with %s is refused', async (_name, content) => {
    const refusal = await app.refusal('presets.create', { id: randomUUID(), name: 'Bad', content });
    expect(refusal.code).toBe('invalid_input');
  });

  test('beyond the limit of its tab is refused, and another tab still accepts one', async () => {
    for (let index = 0; index < presetLimits.eachTab; index += 1) await create(`Number ${index}`);
    const input = { id: randomUUID(), name: 'One more', content: chat };
    expect((await app.refusal('presets.create', input)).message).toContain('Delete one of them first');
    await create('A film', video);
  });
});

describe('the default of a tab', () => {
  const setDefault = (id: string | null, tab: 'chat' | 'video' = 'chat') =>
    app.tell('presets.setDefault', { tab, id });
  const defaults = async () => (await presets()).filter(({ isDefault }) => isDefault).map(({ id }) => id);

  test('is at most one, and each tab has its own', async () => {
    const [first, second, film] = [await create('1'), await create('2'), await create('3', video)];
    await setDefault(first);
    await setDefault(film, 'video');
    await setDefault(second);
    expect(await defaults()).toEqual([second, film]);
    await setDefault(null);
    expect(await defaults()).toEqual([film]);
  });

  test('can’t be the preset of another tab', async () => {
    const id = await create('Careful');
    const refusal = await app.refusal('presets.setDefault', { tab: 'video', id });
    expect(refusal).toMatchObject({ code: 'invalid_input', field: 'tab' });
  });

  test('is the default again when it is restored, unless another became the default', async () => {
    const [first, second] = [await create('1'), await create('2')];
    await setDefault(first);
    await app.tell('presets.remove', { id: first });
    await app.tell('presets.restore', { id: first });
    expect(await defaults()).toEqual([first]);
    await app.tell('presets.remove', { id: first });
    await setDefault(second);
    await app.tell('presets.restore', { id: first });
    expect(await defaults()).toEqual([second]);
  });
});
