import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourcesIn } from '../../support/imports';

const root = join(import.meta.dirname, '../../..');

/** Texts for a terminal, and what is not shown: SQL, patterns, the words of the simulated models, code for users. */
const others =
  /^electron\/(?:launch\.ts|sandbox\/|storage\/db\/migrations\/|gateway\/http\/refused-fields\.ts)|^shared\/code\//;

const isComment = (line: string) => /^\s*(?:\/\/|\*|\/\*|\{\/\*)/.test(line);

test('texts of the app have one form of the apostrophe: ’', () => {
  const found = ['electron', 'renderer', 'shared']
    .flatMap(sourcesIn)
    .filter((file) => !others.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((line, at) => ({ text: line.replace(/\s\/\/ .*$/, ''), where: `${file}:${at + 1}` })),
    )
    .filter(({ text }) => !isComment(text) && /[A-Za-z]\\?'(?:s|t|re|ve|ll|d|m)\b/.test(text));
  expect(found.map(({ where }) => where)).toEqual([]);
});
