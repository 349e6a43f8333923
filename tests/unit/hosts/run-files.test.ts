/** What a suite that nobody trusts can make `gatehouse run` read and write. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { read, whyNotWritten, writeResults } from '../../../electron/run-files';
import { tempFolder } from '../../support/temp-folder';

let folder: string;
let suite: string;
beforeEach(() => {
  folder = tempFolder();
  suite = join(folder, 'promptfooconfig.yaml');
  writeFileSync(suite, 'prompts: [Hello]\n');
});

function put(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe('a file that is named', () => {
  test('is read in the folder and below', () => {
    put('cases/one.txt', 'one');
    expect(String(read('cases/one.txt', suite))).toBe('one');
    expect(String(read('./cases/../cases/one.txt', suite))).toBe('one');
  });

  test('may begin with two dots, as one that leads out does', () => {
    put('..one/two.txt', 'two');
    expect(() => read('..one/two.txt', suite)).toThrow(/hidden/);
    put('a..b.txt', 'three');
    expect(String(read('a..b.txt', suite))).toBe('three');
  });

  test.each(['.env', '.aws/credentials.json', 'inner/.env.json'])(
    'is not read where it is hidden: %s',
    (name) => {
      put(name, 'OPENAI_API_KEY=sk-of-somebody');
      expect(() => read(name, suite)).toThrow(/hidden, and is not read: hidden files may hold keys/);
    },
  );

  test('is not read where it is a link to a hidden one', () => {
    symlinkSync(put('.env', 'OPENAI_API_KEY=sk-of-somebody'), join(folder, 'notes.txt'));
    expect(() => read('notes.txt', suite)).toThrow('“notes.txt” leads to “.env”, which is hidden');
  });

  test('is read below a hidden folder that holds the suite itself', () => {
    const inside = put('.suites/own.yaml', 'prompts: [Hello]\n');
    put('.suites/one.txt', 'one');
    expect(String(read('one.txt', inside))).toBe('one');
  });

  test.skipIf(process.platform === 'win32')('is not read where it is a pipe, which may never end', () => {
    const pipe = join(folder, 'cases.txt');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', 'echo said > "$0"', pipe], { stdio: 'ignore' });
    try {
      expect(read('cases.txt', suite)).toBeNull();
    } finally {
      writer.kill();
    }
  });
});

describe('a file of results', () => {
  test('is written over an earlier one', () => {
    const name = put('results.csv', 'old and longer');
    expect(whyNotWritten(name)).toBeNull();
    writeResults(name, 'new');
    expect(readFileSync(name, 'utf8')).toBe('new');
  });

  test('is not written through a link, whose end stays as it is', () => {
    const target = put('.profile', 'mine');
    const name = join(folder, 'results.csv');
    symlinkSync(target, name);
    expect(whyNotWritten(name)).toContain('it is a link');
    expect(() => writeResults(name, '"a\nrm -rf /\n"')).toThrow();
    expect(readFileSync(target, 'utf8')).toBe('mine');
  });

  test('is not made at the end of a link that leads nowhere', () => {
    const target = join(folder, 'authorized_keys');
    const name = join(folder, 'results.csv');
    symlinkSync(target, name);
    expect(whyNotWritten(name)).toContain('it is a link');
    expect(() => writeResults(name, 'new')).toThrow();
    expect(existsSync(target)).toBe(false);
  });
});
