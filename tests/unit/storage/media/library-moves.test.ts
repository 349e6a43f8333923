/** Results on a real disk: moved between drives, removed, renamed and cut short in between. */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { MediaFiles } from '../../../../electron/core/ports/media-files';
import type { Storage } from '../../../../electron/core/ports/storage';
import { createFileMoves, moveAcross } from '../../../../electron/storage/media/library-moves';
import { settleRenames, writeNote } from '../../../../electron/storage/media/named-notes';
import { systemClock } from '../../../../electron/system-clock';
import { openTestCore, type TestCoreOptions } from '../../../support/core';
import { startTestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

const none = () => undefined;
const notListed = () => false;

/** As between two drives. */
const otherDrive: typeof rename = async () => {
  throw Object.assign(new Error('cross-device link not permitted'), { code: 'EXDEV' });
};

describe('a file that is moved to another drive', () => {
  test('is completely copied before the original is deleted', async () => {
    const [from, to] = [join(tempFolder(), 'a'), join(tempFolder(), 'b')];
    writeFileSync(from, 'fox');
    await moveAcross(from, to, otherDrive);
    expect([existsSync(from), readFileSync(to, 'utf8')]).toEqual([false, 'fox']);
  });

  test('stays where it is when the copy fails, and leaves no partial file', async () => {
    const folder = tempFolder();
    const from = join(tempFolder(), 'a');
    writeFileSync(from, 'fox');
    mkdirSync(join(folder, 'taken'));
    writeFileSync(join(folder, 'taken', 'x'), '');
    await expect(moveAcross(from, join(folder, 'taken'), otherDrive)).rejects.toThrow();
    expect(readFileSync(from, 'utf8')).toBe('fox');
    expect(readdirSync(folder)).toEqual(['taken']);
  });

  test('can be removed and restored', async () => {
    const folder = tempFolder();
    const files = createFileMoves(
      { trash: join(tempFolder(), 'trash'), renaming: tempFolder(), replaced: tempFolder() },
      notListed,
      otherDrive,
    );
    const place = { folder, fileName: 'fox.png' };
    writeFileSync(join(folder, 'fox.png'), 'fox');
    await files.putAside('id', place);
    expect([readdirSync(folder), await files.asideIds()]).toEqual([[], ['id']]);
    await files.restore('id', place, none);
    expect([readdirSync(folder), await files.asideIds()]).toEqual([['fox.png'], []]);
  });
});

describe('a file that is in the trash and in its folder', () => {
  const inBoth = async (isListed: typeof notListed | (() => boolean), bytes: string) => {
    const [folder, trash] = [tempFolder(), tempFolder()];
    writeFileSync(join(folder, 'fox.png'), 'fox');
    writeFileSync(join(trash, 'id'), bytes);
    await createFileMoves({ trash: trash, renaming: tempFolder(), replaced: tempFolder() }, isListed).restore(
      'id',
      { folder, fileName: 'fox.png' },
      none,
    );
    return [readdirSync(folder).sort(), readdirSync(trash)];
  };

  test('is one file again: a move between drives was cut short', async () => {
    expect(await inBoth(notListed, 'fox')).toEqual([['fox.png'], []]);
  });

  test('is two where they differ, or where that in the folder is another’s', async () => {
    const both = [['fox (2).png', 'fox.png'], []];
    expect(await inBoth(notListed, 'fog')).toEqual(both);
    let isFirst = true;
    const listed = () => {
      const is = isFirst;
      isFirst = false;
      return is;
    };
    expect(await inBoth(listed, 'fox')).toEqual(both);
  });
});

describe('a file whose way out of the trash was cut short', () => {
  const removedAgain = async (inFolder: string) => {
    const [folder, trash] = [tempFolder(), tempFolder()];
    const place = { folder, fileName: 'fox.png' };
    writeFileSync(join(folder, 'fox.png'), inFolder);
    writeFileSync(join(trash, 'id'), 'fox');
    const files = createFileMoves({ trash, renaming: tempFolder(), replaced: tempFolder() }, notListed);
    await files.putAside('id', place);
    const left = readdirSync(folder);
    await files.restore('id', place, none);
    return [left, readFileSync(join(folder, 'fox.png'), 'utf8')];
  };

  test('is not lost where it is removed again: what holds its name doesn’t replace it', async () => {
    expect(await removedAgain('')).toEqual([[], 'fox']);
  });

  test('has no second copy', async () => {
    expect(await removedAgain('fox')).toEqual([[], 'fox']);
  });
});

describe('a rename that was cut short', () => {
  const afterKill = async (listed: string, there: readonly string[]) => {
    const [folder, notes] = [tempFolder(), tempFolder()];
    const [first = '', ...others] = there;
    writeFileSync(join(folder, first), 'fox');
    for (const name of others) linkSync(join(folder, first), join(folder, name));
    const names = ['fox.png', 'hare.png'];
    await writeNote(notes, 'note.json', { path: join(folder, first), folder, names });
    settleRenames(notes, ({ fileName }) => fileName === listed);
    return [readdirSync(folder), readdirSync(notes)];
  };

  test.each([
    ['hare.png', ['fox.png', 'hare.png']],
    ['fox.png', ['fox.png', 'hare.png']],
    ['fox.png', ['hare.png']],
    ['hare.png', ['hare.png']],
  ])('leaves the file under the one name that its row has: %s', async (listed, there) => {
    expect(await afterKill(listed, there)).toEqual([[listed], []]);
  });

  test('leaves another file alone that has one of the names', async () => {
    const [folder, notes] = [tempFolder(), tempFolder()];
    for (const name of ['fox.png', 'hare.png']) writeFileSync(join(folder, name), name);
    const names = ['fox.png', 'hare.png'];
    await writeNote(notes, 'note.json', { path: join(folder, 'fox.png'), folder, names });
    settleRenames(notes, ({ fileName }) => fileName === 'fox.png');
    expect(readdirSync(folder)).toEqual(names);
  });
});

test.each(['the same drive', 'another drive'])(
  'a link in place of a file is deleted on %s, and its target stays',
  async (drive) => {
    const [folder, own] = [tempFolder(), join(tempFolder(), 'own.png')];
    writeFileSync(own, 'mine');
    symlinkSync(own, join(folder, 'fox.png'));
    const trash = join(tempFolder(), 'trash');
    const files = createFileMoves(
      { trash: trash, renaming: tempFolder(), replaced: tempFolder() },
      notListed,
      drive === 'another drive' ? otherDrive : undefined,
    );
    await files.putAside('id', { folder, fileName: 'fox.png' });
    await files.purge('id');
    expect([readdirSync(folder), readFileSync(own, 'utf8')]).toEqual([[], 'mine']);
  },
);

describe('a file that is renamed', () => {
  test('has its old name again if the new one can’t be stored', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'fox.png'), 'fox');
    const files = createFileMoves(
      { trash: join(folder, 'trash'), renaming: tempFolder(), replaced: tempFolder() },
      notListed,
    );
    const place = { folder, fileName: 'fox.png' };
    const refuse = () => {
      throw new Error('locked');
    };
    await expect(files.rename(place, 'hare', refuse)).rejects.toThrow('locked');
    expect(readdirSync(folder)).toEqual(['fox.png']);
  });

  test('exists under the name in its row, whatever that is when the app ends', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'fox.png'), 'fox');
    const files = createFileMoves(
      { trash: join(folder, 'trash'), renaming: tempFolder(), replaced: tempFolder() },
      notListed,
    );
    const seen: string[][] = [];
    await files.rename({ folder, fileName: 'fox.png' }, 'hare', () => seen.push(readdirSync(folder).sort()));
    expect(seen).toEqual([['fox.png', 'hare.png']]);
    expect(readdirSync(folder)).toEqual(['hare.png']);
  });
});

/** A library with one image, on a folder that outlives the core. */
async function withImage(options: Partial<TestCoreOptions> = {}) {
  const home = tempFolder();
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  const open = (more: Partial<TestCoreOptions> = {}) => openTestCore({ home, sandbox, ...more });
  const app = await open(options);
  const media = await another(app);
  const folder = join(home, 'media', 'images');
  return { app, open, media, home, folder, path: join(folder, media.fileName) };
}

type Opened = Awaited<ReturnType<typeof openTestCore>>;

async function another(app: Opened) {
  const id = randomUUID();
  const draft = {
    modality: 'image',
    model: 'sandbox/poster',
    prompt: 'a fox',
    parameters: {},
    extra: {},
  } as const;
  await app.tell('jobs.create', { id, ...draft });
  return await app.until(() => {
    const job = app.events.flatMap((event) => (event.type === 'job.changed' ? [event.job] : [])).at(-1);
    return job?.id === id && job.status === 'completed' && job.media[0];
  });
}

const items = async (app: Opened) =>
  (await app.tell('library.page', { filter: {}, cursor: null, limit: 10 })).items.map(({ id }) => id);

describe('a removal', () => {
  test('that could not be stored is undone at once', async () => {
    let isLocked = false;
    const wrapStorage = (storage: Storage): Storage => ({
      ...storage,
      media: {
        ...storage.media,
        setRemoved(...call) {
          if (isLocked) throw new Error('locked');
          storage.media.setRemoved(...call);
        },
      },
    });
    const { app, media, path } = await withImage({ wrapStorage });
    isLocked = true;
    expect((await app.ask('media.remove', { ids: [media.id] })).ok).toBe(false);
    expect(existsSync(path)).toBe(true);
    isLocked = false;
    expect(await items(app)).toEqual([media.id]);
    await app.core.close();
  });

  test('that was cut short between file and row is undone at the next start', async () => {
    const { app, open, media, home, path, folder } = await withImage();
    await app.core.close();
    const aside = createFileMoves(
      { trash: join(home, 'trash'), renaming: tempFolder(), replaced: tempFolder() },
      notListed,
    );
    await aside.putAside(media.id, { folder, fileName: media.fileName });
    expect(existsSync(path)).toBe(false);
    const again = await open();
    await again.until(() => existsSync(path));
    expect(await items(again)).toEqual([media.id]);
    await again.core.close();
  });

  test('whose undo was cut short is undone at the next start, also under another name', async () => {
    const wrapFiles = (files: MediaFiles): MediaFiles => ({
      ...files,
      async restore(_id, _place, commit) {
        commit('fox (2).png');
        // As when the app ends here.
        return await new Promise<never>(() => undefined);
      },
    });
    const { app, open, media, folder } = await withImage({ wrapFiles });
    await app.tell('media.remove', { ids: [media.id] });
    void app.ask('media.restore', { ids: [media.id] });
    await app.core.close();
    const again = await open();
    await again.until(() => existsSync(join(folder, 'fox (2).png')));
    expect(await items(again)).toEqual([media.id]);
    await again.core.close();
  });

  test('is missed by no check, neither in the trash nor afterwards', async () => {
    const { app, media } = await withImage();
    await app.tell('media.remove', { ids: [media.id] });
    const before = app.events.length;
    await app.tell('media.check', { ids: [media.id] });
    // An event of it would show it again in every window.
    expect(app.events.slice(before).filter(({ type }) => type === 'media.changed')).toEqual([]);
    await app.tell('media.restore', { ids: [media.id] });
    expect(app.events.findLast(({ type }) => type === 'media.changed')).toMatchObject({
      media: { id: media.id, isMissing: false },
    });
    await app.core.close();
  });

  test('of an earlier run is final, for file and row, where nothing is kept', async () => {
    const { app, open, media, home, path } = await withImage();
    await app.tell('settings.update', { patch: { trashDays: 0 } });
    await app.tell('media.remove', { ids: [media.id] });
    expect(readdirSync(join(home, 'trash'))).toEqual([media.id]);
    await app.core.close();
    const again = await open();
    await again.until(() => readdirSync(join(home, 'trash')).length === 0);
    expect([existsSync(path), await items(again)]).toEqual([false, []]);
    await again.core.close();
  });
});

const daysLater = (days: number) => ({
  ...systemClock,
  now: () => systemClock.now() + days * 86_400_000,
});

describe('the trash', () => {
  const trashed = async (app: Opened) => await app.tell('media.trash', { cursor: null, limit: 10 });

  test('keeps what was deleted across starts, to be restored, for as long as the settings say', async () => {
    const { app, open, media, home, path } = await withImage();
    await app.tell('media.remove', { ids: [media.id] });
    await app.core.close();
    const again = await open();
    expect(await trashed(again)).toMatchObject({ total: 1, bytes: media.bytes, trashed: [{ item: media }] });
    await again.tell('media.restore', { ids: [media.id] });
    expect([existsSync(path), (await trashed(again)).total]).toEqual([true, 0]);
    await again.tell('media.remove', { ids: [media.id] });
    await again.core.close();
    const late = await open({ clock: daysLater(31) });
    await late.until(() => readdirSync(join(home, 'trash')).length === 0);
    await expect.poll(async () => (await trashed(late)).total).toBe(0);
    await late.core.close();
  });

  test('is emptied of what is in it alone', async () => {
    const { app, media, home, path } = await withImage();
    await app.tell('media.emptyTrash', { ids: [media.id] });
    expect(existsSync(path)).toBe(true);
    await app.tell('media.remove', { ids: [media.id] });
    await app.tell('media.emptyTrash', {});
    expect([readdirSync(join(home, 'trash')), await items(app)]).toEqual([[], []]);
    expect((await app.ask('media.restore', { ids: [media.id] })).ok).toBe(false);
    await app.core.close();
  });

  test('leaves nothing that shows what was deleted for good', async () => {
    const { app, media, home } = await withImage();
    expect(readdirSync(join(home, 'thumbnails'))).toEqual([`${media.id}.webp`]);
    await app.tell('media.remove', { ids: [media.id] });
    expect(readdirSync(join(home, 'thumbnails'))).toHaveLength(1);
    await app.tell('media.emptyTrash', {});
    expect(readdirSync(join(home, 'thumbnails'))).toEqual([]);
    await app.core.close();
  });

  test('keeps a file whose row is in a backup until it is emptied', async () => {
    const { app, open, home } = await withImage();
    await app.core.close();
    mkdirSync(join(home, 'trash'));
    writeFileSync(join(home, 'trash', randomUUID()), 'fox');
    let isTidied = false;
    const wrapFiles = (files: MediaFiles): MediaFiles => ({
      ...files,
      tidy: async (folders) => {
        await files.tidy(folders);
        isTidied = true;
      },
    });
    const again = await open({ wrapFiles });
    await again.until(() => isTidied);
    expect(readdirSync(join(home, 'trash'))).toHaveLength(1);
    await again.tell('media.emptyTrash', {});
    expect(readdirSync(join(home, 'trash'))).toEqual([]);
    await again.core.close();
  });

  test.each([
    ['mark', 'beginDeletion', 1],
    ['row', 'forget', 0],
  ] as const)(
    'offers nothing whose file is gone where its %s can’t be stored',
    async (_what, refused, left) => {
      let isReadOnly = false;
      const wrapStorage = (storage: Storage): Storage => ({
        ...storage,
        media: {
          ...storage.media,
          [refused]: (id: string) => {
            if (isReadOnly) throw new Error('read-only');
            storage.media[refused](id);
          },
        },
      });
      const { app, open, media, home, path } = await withImage({ wrapStorage });
      await app.tell('media.remove', { ids: [media.id] });
      isReadOnly = true;
      expect((await app.ask('media.emptyTrash', {})).ok).toBe(false);
      expect(readdirSync(join(home, 'trash'))).toHaveLength(left);
      expect((await trashed(app)).total).toBe(left);
      expect((await app.ask('media.restore', { ids: [media.id] })).ok).toBe(left === 1);
      expect(existsSync(path)).toBe(left === 1);
      await app.core.close();
      const again = await open();
      expect(await items(again)).toHaveLength(left);
      await again.core.close();
    },
  );

  test('is emptied of the others where one file can’t be deleted', async () => {
    const { app, media, home } = await withImage();
    const other = await another(app);
    await app.tell('media.remove', { ids: [media.id, other.id] });
    // A folder in its place is not deleted.
    rmSync(join(home, 'trash', media.id));
    mkdirSync(join(home, 'trash', media.id));
    expect((await app.ask('media.emptyTrash', {})).ok).toBe(false);
    expect(readdirSync(join(home, 'trash'))).toEqual([media.id]);
    await app.core.close();
  });

  test('takes a file once: a second window that removes it again leaves one of the same name alone', async () => {
    const { app, folder, home } = await withImage();
    await app.tell('settings.update', { patch: { fileNameTemplate: 'same' } });
    const first = await another(app);
    await app.tell('media.remove', { ids: [first.id] });
    const aside = readFileSync(join(home, 'trash', first.id));
    const second = await another(app);
    expect(second.fileName).toBe(first.fileName);
    await app.tell('media.remove', { ids: [first.id] });
    expect(existsSync(join(folder, second.fileName))).toBe(true);
    expect(readFileSync(join(home, 'trash', first.id)).equals(aside)).toBe(true);
    await app.core.close();
  });

  test('deletes, restores and stars the others where one of many files is gone', async () => {
    const { app, media } = await withImage();
    const [gone, kept] = [media, await another(app)];
    await app.tell('media.remove', { ids: [gone.id] });
    await app.tell('media.emptyTrash', {});
    const ids = [gone.id, kept.id];
    await app.tell('media.starAll', { ids, isStarred: true });
    expect(await app.tell('media.export', { ids })).toMatchObject({ files: 1, missing: 1 });
    await app.tell('media.remove', { ids });
    expect(await items(app)).toEqual([]);
    await app.tell('media.restore', { ids });
    expect((await app.tell('library.page', { filter: {}, cursor: null, limit: 9 })).items).toMatchObject([
      { id: kept.id, isStarred: true },
    ]);
    for (const name of ['media.remove', 'media.restore'] as const)
      expect((await app.ask(name, { ids: [gone.id] })).ok).toBe(false);
    expect((await app.ask('media.starAll', { ids: [gone.id], isStarred: true })).ok).toBe(false);
    await app.core.close();
  });

  test('is read in pages, what was deleted last first', async () => {
    const { app, media } = await withImage();
    const copy = await another(app);
    // Also where both are deleted in one millisecond, in which the newer result is first.
    await app.tell('media.remove', { ids: [media.id] });
    await app.tell('media.remove', { ids: [copy.id] });
    const first = await app.tell('media.trash', { cursor: null, limit: 1 });
    const second = await app.tell('media.trash', { cursor: first.nextCursor, limit: 1 });
    const ids = [first, second].map((page) => page.trashed.map(({ item }) => item.id));
    expect([ids, first.total, second.nextCursor]).toEqual([[[copy.id], [media.id]], 2, null]);
    await app.core.close();
  });
});

describe('a result whose file is gone', () => {
  const generate = async (app: Opened) => {
    const id = randomUUID();
    const draft = { modality: 'image', model: 'sandbox/poster', prompt: 'a fox', parameters: {}, extra: {} };
    await app.tell('jobs.create', { ...draft, id, modality: 'image' });
    return await app.until(() => {
      const ended = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
      return ended?.type === 'job.changed' && ended.job.status === 'completed' && ended.job.media[0];
    });
  };
  const template = { patch: { fileNameTemplate: 'result' } };

  test('keeps its name: a new result, another name and an undo get a number', async () => {
    const { app, folder } = await withImage();
    await app.tell('settings.update', template);
    const [lost, renamed] = [await generate(app), await generate(app)];
    expect([lost.fileName, renamed.fileName]).toEqual(['result.png', 'result (2).png']);
    rmSync(join(folder, lost.fileName));
    const next = await generate(app);
    expect(next.fileName).toBe('result (3).png');
    const { fileName } = await app.tell('media.rename', { id: renamed.id, fileName: 'Result' });
    expect(fileName).toBe('Result (2).png');
    rmSync(join(folder, fileName));
    await app.tell('media.rename', { id: next.id, fileName: 'other' });
    expect((await generate(app)).fileName).toBe('result (3).png');
    await app.core.close();
  });

  test('keeps its name when a removal is undone', async () => {
    const { app, folder } = await withImage();
    await app.tell('settings.update', template);
    const removed = await generate(app);
    await app.tell('media.remove', { ids: [removed.id] });
    const lost = await generate(app);
    expect(lost.fileName).toBe('result.png');
    rmSync(join(folder, lost.fileName));
    await app.tell('media.restore', { ids: [removed.id] });
    expect(readdirSync(folder)).toContain('result (2).png');
    await app.core.close();
  });
});

describe('saved media', () => {
  test('are readable by their owner only; in a folder that the person chose, like other files there', async () => {
    const { app, path, folder, home } = await withImage();
    const modeOf = (name: string) => statSync(name).mode & 0o777;
    expect([modeOf(path), modeOf(folder), modeOf(join(home, 'thumbnails'))]).toEqual([0o600, 0o700, 0o700]);
    const chosen = tempFolder();
    chmodSync(chosen, 0o755);
    await app.tell('settings.update', { patch: { mediaFolder: chosen } });
    const draft = {
      modality: 'image',
      model: 'sandbox/poster',
      prompt: 'b',
      parameters: {},
      extra: {},
    } as const;
    await app.tell('jobs.create', { id: randomUUID(), ...draft });
    const results = join(chosen, 'images');
    const saved = () =>
      (existsSync(results) ? readdirSync(results) : []).find((name) => name.endsWith('.png'));
    const name = await app.until(() => saved() && statSync(join(results, saved() ?? '')).size > 0 && saved());
    writeFileSync(join(chosen, 'other'), '');
    await app.until(
      () => app.events.filter((event) => event.type === 'job.changed').at(-1)?.job.status === 'completed',
    );
    expect(modeOf(join(results, name))).toBe(modeOf(join(chosen, 'other')));
    expect(modeOf(chosen)).toBe(0o755);
    await app.core.close();
  });
});

test('exports don’t pile up: the last two stay, for windows that are still downloading', async () => {
  const { app, media, home } = await withImage();
  const exported = async () => (await app.tell('media.export', { ids: [media.id] })).exportId;
  const ids = [await exported(), await exported(), await exported()];
  await app.until(() => readdirSync(join(home, 'exports')).length === 2);
  expect(readdirSync(join(home, 'exports')).sort()).toEqual(
    ids
      .slice(1)
      .map((id) => `${id}.zip`)
      .sort(),
  );
  await app.core.close();
});
