/** Every table and every column of the database is decided on: taken along under a schema, or left out on purpose. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  columnsOf,
  rowSchemas,
  tablesLeftOut,
  tablesTurnedIntoOthers,
} from '../../../../electron/storage/archive/rows/row-schemas';
import { ownTables } from '../../../../electron/storage/archive/tables';
import { openDatabase } from '../../../../electron/storage/db/driver';
import { openStorage } from '../../../../electron/storage/storage';
import { parseBoundedJson } from '../../../../shared/text/bounded-json';
import { tempFolder } from '../../../support/temp-folder';

function tablesOfTheApp() {
  const home = tempFolder();
  openStorage(home, Date.now()).storage.close();
  const database = openDatabase(join(home, 'gatehouse.db'), { readonly: true });
  try {
    return ownTables(database);
  } finally {
    database.close();
  }
}

test('every table has a schema, or is left out of archives on purpose', () => {
  const decided = [...Object.keys(rowSchemas), ...tablesLeftOut, ...Object.keys(tablesTurnedIntoOthers)];
  expect(
    tablesOfTheApp()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(decided.sort());
});

test('the schema of a table lists exactly its columns', () => {
  const tables = tablesOfTheApp().filter(({ name }) => columnsOf(name) !== undefined);
  expect(tables.length).toBeGreaterThan(15);
  for (const { name, columns } of tables)
    expect([name, [...(columnsOf(name) ?? [])].sort()]).toEqual([name, [...columns].sort()]);
});

test('referenced rows are stored first', () => {
  const order = Object.keys(rowSchemas);
  for (const { name, parents } of tablesOfTheApp().filter((table) => order.includes(table.name)))
    for (const { parent } of parents)
      expect([parent, name, order.indexOf(parent) < order.indexOf(name)]).toEqual([parent, name, true]);
});

test('JSON is limited in length and in depth before anything parses it', () => {
  const bounds = { maxCharacters: 1_000, maxDepth: 3 };
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(parseBoundedJson('{"a":[[1]],"b":"[[[[[{{{{","c":"\\"[[[["}', bounds)).toEqual({
    a: [[1]],
    b: '[[[[[{{{{',
    c: '"[[[[',
  });
  expect(parseBoundedJson(nested(3), bounds)).toEqual([[[]]]);
  expect(() => parseBoundedJson(nested(4), bounds)).toThrow('is nested deeper than 3 levels');
  expect(() => parseBoundedJson(nested(20_000), { maxCharacters: 100_000 })).toThrow('deeper than 300');
  expect(() => parseBoundedJson(' '.repeat(1_001), bounds)).toThrow('is longer than 1,000 characters');
  expect(() => parseBoundedJson('{"a":', bounds)).toThrow('is not valid JSON');
  expect(() => parseBoundedJson('"never ended \\', bounds)).toThrow('is not valid JSON');
});
