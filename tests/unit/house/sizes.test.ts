import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourcesIn } from '../../support/imports';

/** What one reads in one sitting; more than that is two ideas. */
const MOST_LINES = 300;

const linesOf = (file: string): number => readFileSync(file, 'utf8').trimEnd().split('\n').length;

test(`no source file has more than ${MOST_LINES} lines`, () => {
  const long = ['shared', 'electron', 'renderer']
    .flatMap(sourcesIn)
    .map((file) => ({ file, lines: linesOf(file) }))
    .filter(({ lines }) => lines > MOST_LINES);
  expect(long).toEqual([]);
});
