import { expect, test } from 'vitest';
import { offerWaysOut, type WaysOut } from '../../../../electron/hosts/desktop/start-failure';

const reason = 'gatehouse.db was written by a newer Gatehouse. Start that version.';
const backup = { id: 'daily-1', kind: 'daily' as const, createdAt: Date.UTC(2026, 0, 5), bytes: 1 };

/** A person who presses these buttons one after the other, and what came of it. */
function aPerson(labels: readonly string[], changes: Partial<WaysOut> = {}) {
  const left = [...labels];
  const done: string[] = [];
  const asked: { message: string; detail: string; buttons: readonly string[] }[] = [];
  const note = (what: string) => async () => {
    done.push(what);
    return what;
  };
  const ways: WaysOut = {
    restart: () => void done.push('restart'),
    openFolder: async () => void (await note('folder')()),
    newestBackup: () => backup,
    restore: async (id) => void (await note(`restore ${id}`)()),
    setAside: note('aside'),
    earlier: () => null,
    goBack: async () => void (await note('back')()),
    quit: () => void done.push('quit'),
    async ask(message, detail, buttons) {
      asked.push({ message, detail, buttons });
      const label = left.shift() ?? '';
      return buttons.findIndex((button) => button.startsWith(label));
    },
    ...changes,
  };
  return { ways, done, asked };
}

test('a start that fails states why and offers to retry', async () => {
  const { ways, done, asked } = aPerson(['Try again']);
  await offerWaysOut(reason, ways);
  expect(done).toEqual(['restart']);
  expect(asked[0]).toMatchObject({ message: 'Gatehouse can’t start', detail: reason });
});

test('opening the data folder asks again afterwards', async () => {
  const { ways, done } = aPerson(['Open data folder', 'Quit']);
  await offerWaysOut(reason, ways);
  expect(done).toEqual(['folder', 'quit']);
});

test('a backup is offered by its day, and restored at the next start', async () => {
  const { ways, done } = aPerson(['Restore backup of 2026-01-05']);
  await offerWaysOut(reason, ways);
  expect(done).toEqual(['restore daily-1', 'restart']);
  const without = aPerson(['Quit'], { newestBackup: () => null });
  await offerWaysOut(reason, without.ways);
  expect(without.asked[0]?.buttons.join()).not.toContain('Restore');
});

test('the database is set aside only after a second question', async () => {
  const careful = aPerson(['Start with an empty database', 'Cancel', 'Quit']);
  await offerWaysOut(reason, careful.ways);
  expect(careful.done).toEqual(['quit']);
  const sure = aPerson(['Start with an empty database', 'Start empty']);
  await offerWaysOut(reason, sure.ways);
  expect(sure.done).toEqual(['aside', 'restart']);
});

test('a version that did not start yet offers the data and the page of the one before, after a second question', async () => {
  const earlier = () => ({ version: '0.1.0', page: 'https://gatehouse.test/v0.1.0' });
  const careful = aPerson(['Go back to 0.1.0', 'Cancel', 'Quit'], { earlier });
  await offerWaysOut(reason, careful.ways);
  expect(careful.done).toEqual(['quit']);
  expect(careful.asked[1]?.detail).toContain('https://gatehouse.test/v0.1.0');
  const sure = aPerson(['Go back to 0.1.0', 'Restore and quit'], { earlier });
  await offerWaysOut(reason, sure.ways);
  expect(sure.done).toEqual(['back', 'quit']);
});

test('a way out that fails says so and offers the others again', async () => {
  const { ways, done, asked } = aPerson(['Restore', 'Quit'], {
    restore: () => Promise.reject(new Error('The disk is full.')),
  });
  await offerWaysOut(reason, ways);
  expect(done).toEqual(['quit']);
  expect(asked[1]?.detail).toContain('The disk is full.');
});
