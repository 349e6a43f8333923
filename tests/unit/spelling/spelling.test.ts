import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { findDictionaries } from '../../../electron/spelling/dictionaries';
import { createSpelling, type Spelling } from '../../../electron/spelling/spelling';
import { programOf } from '../../support/programs';
import { tempFolder } from '../../support/temp-folder';

let spelling: Spelling | undefined;
afterEach(() => spelling?.close());

let entry: string;
beforeAll(async () => {
  entry = await programOf('spelling');
});

test('words are checked and suggested in English without a dictionary of the system', async () => {
  const dictionaries = findDictionaries([]);
  expect(dictionaries.map(({ code }) => code)).toEqual(['en']);
  const failures: string[] = [];
  spelling = createSpelling({
    entry,
    dictionaries,
    onFailure: ({ code }) => failures.push(code),
  });
  expect(await spelling.check(['lighthuose'])).toEqual([]);
  spelling.use('en', ['Gatehouse']);
  expect(await spelling.check(['lighthouse', 'lighthuose', 'Gatehouse'])).toEqual(['lighthuose']);
  expect(await spelling.suggest('lighthuose')).toContain('lighthouse');
  spelling.use('', []);
  expect(await spelling.check(['lighthuose'])).toEqual([]);
  expect(failures).toEqual([]);
});

test('dictionaries of the system are found by their two files', () => {
  const folder = tempFolder();
  for (const name of ['de_AT.dic', 'de_AT.aff', 'fr.dic', 'hyph_de.dic', 'hyph_de.aff'])
    writeFileSync(path.join(folder, name), '');
  const found = findDictionaries([folder, path.join(folder, 'missing')]);
  expect(found.map(({ code, label }) => `${code} ${label}`)).toEqual(['de-AT Austrian German', 'en English']);
});

test('a dictionary that can’t be read is told, and nothing is wrong then', async () => {
  const missing = { code: 'xx', label: 'Missing', affixes: '/nowhere/xx.aff', words: '/nowhere/xx.dic' };
  const failed = new Promise<string>((resolve) => {
    spelling = createSpelling({ entry, dictionaries: [missing], onFailure: ({ code }) => resolve(code) });
  });
  spelling?.use('xx', []);
  expect(await failed).toBe('xx');
  expect(await spelling?.check(['anything'])).toEqual([]);
});
