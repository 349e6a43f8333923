import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { modelChoiceLimits } from '../../../../shared/models/model-choices';
import { openTestCore, type TestCore } from '../../../support/core';
import { json, startHostileServer } from '../../../support/hostile-server';
import { png } from '../../../support/paid-gateway';
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

const profileId = 'sandbox';
const choices = async (id = profileId) => (await app.tell('app.snapshot', {})).settings.models[id];
const pin = (model: string, isPinned = true) => app.tell('models.pin', { profileId, model, isPinned });

describe('choices about models', () => {
  test('are reported, stored, and restored after a restart', async () => {
    await pin('a/one');
    await app.tell('models.hide', { profileId, model: 'a/two', isHidden: true });
    await app.tell('models.noteChoice', { profileId, model: 'a/one', tab: 'image' });
    const expected = { pinned: ['a/one'], hidden: ['a/two'], recent: { image: ['a/one'] } };
    expect(app.events.findLast(({ type }) => type === 'settings.changed')).toMatchObject({
      settings: { models: { [profileId]: expected } },
    });
    await app.close();
    app = await openTestCore({ home, sandbox });
    expect(await choices()).toEqual(expected);
  });

  test('can be undone, and repeating one changes nothing', async () => {
    await pin('a/one');
    await pin('a/two');
    const told = app.events.length;
    await pin('a/two');
    expect(app.events).toHaveLength(told);
    await pin('a/one', false);
    expect((await choices())?.pinned).toEqual(['a/two']);
  });

  test('belong to one profile, and are deleted with it', async () => {
    const { id } = await app.tell('profiles.create', { name: 'Mine', baseUrl: 'http://127.0.0.1:9/api/v1' });
    await pin('a/one');
    await app.tell('models.pin', { profileId: id, model: 'b/two', isPinned: true });
    expect((await choices(id))?.pinned).toEqual(['b/two']);
    await app.tell('profiles.remove', { id });
    expect(await choices(id)).toBeUndefined();
    expect((await choices())?.pinned).toEqual(['a/one']);
  });

  test('say that a model takes files which its record leaves out; it counts wherever the model is looked up', async () => {
    const gateway = await startHostileServer();
    onTestFinished(() => gateway.close());
    const painter = (more: object) => ({
      id: 'm/painter',
      capabilities: { input_modalities: ['text'], output_modalities: ['image'], ...more },
    });
    gateway.script(...Array.from({ length: 9 }, () => () => json({ data: [painter({})] })));
    const { id } = await app.tell('profiles.create', { name: 'Behind', baseUrl: gateway.baseUrl });
    await app.tell('profiles.saveKey', { id, key: 'sk-behind-0000000', keep: 'session' });
    await app.tell('profiles.activate', { id });
    const known = async () => (await app.tell('models.catalogue', { profileId: id })).models[0]?.capabilities;
    expect((await known())?.input).toEqual(['text']);
    const { id: fileId } = await app.tell('attachments.add', {
      name: 'a.png',
      base64: png.toString('base64'),
    });
    const edit = {
      ...{ modality: 'image' as const, model: 'm/painter', prompt: 'redder', parameters: {}, extra: {} },
      inputs: [{ role: 'image' as const, id: fileId, name: 'a.png' }],
    };
    const refusal = await app.refusal('jobs.create', { id: randomUUID(), ...edit });
    expect(refusal.message).toContain('doesn’t take an image to edit');

    await app.tell('models.takes', { profileId: id, model: 'm/painter', kinds: ['image'] });
    expect(app.events.findLast(({ type }) => type === 'models.changed')).toMatchObject({
      catalogue: { models: [{ capabilities: { input: ['text', 'image'], ownWord: ['image'] } }] },
    });
    await app.tell('models.refresh', {});
    expect((await known())?.input).toEqual(['text', 'image']);
    await app.tell('jobs.create', { id: randomUUID(), ...edit });
    await app.until(() => gateway.requests.some(({ url }) => url.endsWith('/images/edits')));

    await app.tell('models.takes', { profileId: id, model: 'm/painter', kinds: [] });
    expect(await known()).toEqual({ input: ['text'], output: ['image'] });
    expect((await choices(id))?.takes).toBeUndefined();
  });

  test('are refused for an unknown profile', async () => {
    const refusal = await app.refusal('models.pin', { profileId: 'gone', model: 'a', isPinned: true });
    expect(refusal.code).toBe('not_found');
  });

  test('are limited: one pin too many is refused by name, and the pinned models stay', async () => {
    for (let index = 0; index < modelChoiceLimits.pinned; index += 1) await pin(`m/${index}`);
    const refusal = await app.refusal('models.pin', { profileId, model: 'm/more', isPinned: true });
    expect(refusal).toMatchObject({ code: 'invalid_input', field: 'model' });
    expect(refusal.message).toContain('Unpin one');
    expect((await choices())?.pinned).toHaveLength(modelChoiceLimits.pinned);
  });

  test('remember the last few of each tab, newest first and each once', async () => {
    for (const model of ['a', 'b', 'a', 'c', 'd', 'e', 'f', 'g']) {
      await app.tell('models.noteChoice', { profileId, model, tab: 'chat' });
    }
    expect((await choices())?.recent).toEqual({ chat: ['g', 'f', 'e', 'd', 'c', 'a'] });
  });
});

test('a model that is listed twice appears once, with its first record', async () => {
  const server = await startHostileServer();
  const records = [{ id: 'a', owned_by: 'first' }, { id: 'b' }, { id: 'a', owned_by: 'second' }];
  for (let request = 0; request < 5; request += 1) server.script(json({ data: records }));
  const { id } = await app.tell('profiles.create', { name: 'Mine', baseUrl: server.baseUrl });
  await app.tell('profiles.saveKey', { id, key: 'sk-test', keep: 'session' });
  await app.tell('profiles.activate', { id });
  await app.tell('models.refresh', {});
  const { catalogue } = await app.tell('app.snapshot', {});
  expect(catalogue.models.map((model) => [model.id, model.ownedBy])).toEqual([
    ['a', 'first'],
    ['b', null],
  ]);
  await server.close();
});
