import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/lib/root.mjs';
import { unitTable } from '../../../shared/money/money-units';
import { sourcesIn } from '../../support/imports';

/** The only files that name a unit of money, each with the reason why the table of units can't say it for them. */
const mayName: readonly (readonly [place: RegExp, reason: string])[] = [
  [/^shared\/money\/money-units\.ts$/, 'the table itself'],
  [/^electron\/sandbox\//, 'a gateway of its own, which charges credits'],
  [/^electron\/gateway\/(dialects|parse|record)\//, 'what the answers of a gateway count'],
  [/^electron\/core\/ledger\/(account|answer-amounts)\.ts$/, 'which figure of an answer a unit is read from'],
  [/^electron\/core\/jobs\/job-charge\.ts$/, 'which figure of a job’s record a unit is read from'],
  [/^electron\/core\/profiles\/paying-profile\.ts$/, 'what a gateway charges that says nothing of it'],
  [/^electron\/core\/prices\/estimates\.ts$/, 'which prices of a model are of which unit'],
  [/^electron\/storage\/db\/migrations\//, 'never changed'],
  [
    /^electron\/storage\/db\/(batch-store|conversation-store|message-row|message-store)\.ts$/,
    'stored in a column each',
  ],
  [/^electron\/storage\/archive\/(restore-ledger|rows\/app-rows)\.ts$/, 'archives of versions without units'],
  [/^electron\/core\/ledger\/export-ledger\.ts$/, 'a column of files for others'],
  [/^electron\/storage\/media\/result-type\.ts$/, 'a 3D format of the same name'],
];

const named = new RegExp(`(['"])(${Object.keys(unitTable).join('|')})\\1`);
const naming = ['shared', 'electron', 'renderer']
  .flatMap(sourcesIn)
  .map((file) => path.relative(root, path.resolve(root, file)))
  .filter((file) => named.test(readFileSync(path.join(root, file), 'utf8')));

test('only the table of units, and what reads a gateway or older data, tells one unit of money from another', () => {
  expect(naming.filter((file) => !mayName.some(([place]) => place.test(file)))).toEqual([]);
});

test.each(mayName)('%s names a unit, or is not in the list', (place) => {
  expect(naming.some((file) => place.test(file))).toBe(true);
});
