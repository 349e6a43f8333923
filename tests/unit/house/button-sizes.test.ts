/** Sizes that a class of a button names and its own classes override: they draw nothing, and nothing says so. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourcesIn } from '../../support/imports';

const root = join(import.meta.dirname, '../../..');

/** Of two such classes the larger is later in the style sheet, and counts: these are the buttons' own. */
const own: Record<string, Record<string, number>> = {
  Button: { h: 8, px: 3, gap: 2 },
  IconButton: { size: 7 },
  CostedIconButton: { size: 7 },
};

const button =
  /<(Button|IconButton|CostedIconButton)\b((?:[^<]|<(?![A-Za-z/]))*?)className=("[^"]*"|\{[^}]*\})/g;
const size = /(?<![\w:-])(h|px|gap|size)-(\d+(?:\.5)?)(?![\w!.])/g;

const overriddenIn = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(button)].flatMap(([, name = '', , classes = '']) =>
    [...classes.matchAll(size)]
      .filter(([, kind = '', steps]) => Number(steps) < (own[name]?.[kind] ?? 0))
      .map(([found]) => `${file}: ${name} ${found}`),
  );

test('a button names no size that its own classes override', () => {
  expect(sourcesIn('renderer').flatMap(overriddenIn)).toEqual([]);
});
