import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLink } from '../../../../electron/core/opening/opening';
import { exportAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';

describe('a link', () => {
  test('prepares a prompt for a tab, and nothing else', () => {
    expect(readLink('gatehouse://prompt?text=A%20lighthouse%0Aat%20night&tab=image&send=1')).toEqual({
      kind: 'prompt',
      tab: 'image',
      text: 'A lighthouse\nat night',
    });
    expect(readLink('gatehouse://prompt?text=Hi')).toMatchObject({ tab: 'chat' });
  });

  test('prepares the address of a gateway, never a key', () => {
    const link = 'gatehouse://profile?name=Ours&url=https://gateway.test/api/v1&key=sk-1';
    expect(readLink(link)).toEqual({
      kind: 'profile',
      name: 'Ours',
      baseUrl: 'https://gateway.test/api/v1',
    });
    expect(readLink('gatehouse://profile?url=https://gateway.test/v1')).toMatchObject({
      name: 'gateway.test',
    });
  });

  test('shows what hidden characters would hide', () => {
    const hidden = encodeURIComponent('Send \u202emoney\u200b\u0007 now');
    expect(readLink(`gatehouse://prompt?text=${hidden}`)).toMatchObject({ text: 'Send money now' });
  });

  test.each([
    ['another scheme', 'https://prompt?text=Hi'],
    ['no address', 'gatehouse:'],
    ['an action it does not know', 'gatehouse://send?text=Hi'],
    ['no prompt', 'gatehouse://prompt?text=%20'],
    ['a tab that is not there', 'gatehouse://prompt?text=Hi&tab=settings'],
    ['a gateway that is a file', 'gatehouse://profile?url=file:///etc/passwd'],
    ['a gateway with a password', 'gatehouse://profile?url=https://me:pw@gateway.test/'],
    ['a prompt that is too long', `gatehouse://prompt?text=${'x'.repeat(200_000)}`],
  ])('is refused with %s', (_, link) => {
    expect(readLink(link)).toMatchObject({ kind: 'refused' });
  });
});

test('what the system opens waits for the person, in every window, and sends nothing', async () => {
  const opened = await openTestCore();
  try {
    const before = await opened.sandbox.account();
    opened.core.open({ kind: 'link', url: 'gatehouse://prompt?text=Hi' });
    const { opening } = await opened.tell('app.snapshot', {});
    expect(opening).toMatchObject({ kind: 'prompt', text: 'Hi' });
    opened.core.open({ kind: 'archive', path: '/nowhere/all.gatehouse' });
    // What is on the screen stays until it is decided: a click may be on its way to it.
    expect((await opened.tell('app.snapshot', {})).opening).toEqual(opening);
    await opened.tell('opening.dismiss', { id: opening?.id ?? '' });
    const next = (await opened.tell('app.snapshot', {})).opening;
    expect(next).toMatchObject({ kind: 'archive', fileName: 'all.gatehouse' });
    const archiveId = next?.kind === 'archive' ? next.archiveId : '';
    expect((await opened.ask('archive.inspect', { archiveId })).ok).toBe(false);
    await opened.tell('opening.dismiss', { id: 'another' });
    expect((await opened.tell('app.snapshot', {})).opening).not.toBeNull();
    await opened.tell('opening.dismiss', { id: next?.id ?? '' });
    expect(opened.events.at(-1)).toEqual({ type: 'opening.changed', request: null });
    expect((await opened.sandbox.account()).chargeCount).toBe(before.chargeCount);
    expect((await opened.tell('app.snapshot', {})).conversations.conversations).toEqual([]);
  } finally {
    await opened.close();
  }
});

test('links that come while one waits are shown after it, in their order, and no flood of them', async () => {
  const opened = await openTestCore();
  try {
    const shown = async () => (await opened.tell('app.snapshot', {})).opening;
    for (let count = 0; count < 100; count += 1)
      opened.core.open({ kind: 'link', url: `gatehouse://prompt?text=${count}` });
    const texts: string[] = [];
    for (let request = await shown(); request !== null; request = await shown()) {
      texts.push(request.kind === 'prompt' ? request.text : request.kind);
      await opened.tell('opening.dismiss', { id: request.id });
      // A second click on the same dialog decides nothing about the next.
      await opened.tell('opening.dismiss', { id: request.id });
    }
    expect(texts).toEqual(['0', '1', '2', '3', '4']);
  } finally {
    await opened.close();
  }
});

describe('an archive that can’t be read', () => {
  /** Opens it as the system does. @returns what asking for its contents says */
  async function opened(app: TestCore, file: string) {
    app.core.open({ kind: 'archive', path: file });
    const { opening } = await app.tell('app.snapshot', {});
    const archiveId = opening?.kind === 'archive' ? opening.archiveId : '';
    await app.tell('opening.dismiss', { id: opening?.id ?? '' });
    return { archiveId, answer: await app.ask('archive.inspect', { archiveId }) };
  }

  test('says in words what is wrong with its file', async () => {
    const app = await openTestCore();
    try {
      const file = (name: string) => path.join(app.home, name);
      mkdirSync(file('folder.gatehouse'));
      writeFileSync(file('empty.gatehouse'), '');
      writeFileSync(file('text.gatehouse'), 'Dear diary');
      const said = async (name: string) => (await opened(app, file(name))).answer;
      const gone = { code: 'not_found', message: expect.stringMatching(/is no longer there: .* Choose the/) };
      const foreign = (why: string) => ({ code: 'invalid_input', message: expect.stringContaining(why) });
      for (const name of ['gone.gatehouse', 'empty.gatehouse/in a file.gatehouse'])
        expect(await said(name)).toMatchObject({ ok: false, error: gone });
      expect(await said('folder.gatehouse')).toMatchObject({ error: foreign('it is a folder') });
      for (const name of ['empty.gatehouse', 'text.gatehouse'])
        expect(await said(name)).toMatchObject({ ok: false, error: foreign('not a zip file') });
    } finally {
      await app.close();
    }
  });

  test('that is deleted while the question is shown is said so, and nothing is imported', async () => {
    const app = await openTestCore();
    try {
      const file = path.join(app.home, 'all.gatehouse');
      writeFileSync(file, await exportAll(app));
      const { archiveId, answer } = await opened(app, file);
      expect(answer.ok).toBe(true);
      rmSync(file);
      await app.tell('archive.import', { archiveId });
      const { error } = await app.until(() => {
        const last = app.events.findLast(({ type }) => type === 'archive.changed');
        return last?.type === 'archive.changed' && last.task?.state === 'failed' && last.task;
      });
      expect(error).toMatchObject({ code: 'not_found', message: expect.stringContaining('no longer there') });
    } finally {
      await app.close();
    }
  });
});
