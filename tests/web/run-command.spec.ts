/** `gatehouse run` as it is built: both examples of the docs, in the Sandbox. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/root.mjs';
import { expect, test } from '../support/app';
import { xlsxOf } from '../support/documents';

let home: string;
test.beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'gatehouse-run-'));
});
test.afterAll(() => rm(home, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly told: string;
}

function run(...args: readonly string[]): Promise<Ended> {
  const entry = join(root, 'dist/electron/run.js');
  const env = { ...process.env, GATEHOUSE_HOME: home };
  const child = spawn(process.execPath, [entry, 'run', ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, told] = ['', ''];
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    told += text;
  });
  return new Promise((done) => child.on('close', (code) => done({ code, out, told })));
}

test('an experiment of texts and one of images run to their end; without a budget nothing is sent', async () => {
  const nothing = await run('docs/examples/capitals.yaml', '--profile', 'Sandbox');
  expect(nothing).toMatchObject({ code: 3, out: '' });
  expect(nothing.told).toContain('Nothing was sent: say how much may be spent with --budget N.');

  const texts = await run('docs/examples/capitals.yaml', '--profile', 'Sandbox', '--budget', '1', '--json');
  const lines = texts.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(texts.code, texts.told).toBe(0);
  expect(lines.filter(({ type }) => type === 'cell').map(({ verdict }) => verdict)).toEqual(
    Array(6).fill('passed'),
  );
  expect(lines.at(-1)).toMatchObject({
    type: 'summary',
    counts: { done: 6 },
    variants: [{ passed: { value: 1, n: 3 } }, { passed: { value: 1, n: 3 } }],
    comparisons: [{ text: 'The same on all of 3 cases.' }],
    code: 0,
  });

  const pictures = ['docs/examples/pictures.yaml', '--profile', 'Sandbox', '--budget'];
  expect((await run(...pictures, '1')).code, 'an image costs more than its budget').toBe(2);
  const page = join(home, 'results.html');
  const made = await run(...pictures, '10', '--junit', '--output', page);
  expect(made.code, made.told + made.out).toBe(0);
  expect(made.out).toMatch(/<testsuites name="Pictures" tests="1" failures="0" errors="0" skipped="0"/);
  expect(await readFile(page, 'utf8')).toMatch(/<h1>Pictures<\/h1>[\s\S]*100 %/);
});

const row = (...values: readonly string[]) =>
  `<row>${values.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('')}</row>`;

test('a workbook runs by itself, and as the tests of a configuration beside it', async () => {
  const book = join(home, 'words.xlsx');
  await writeFile(book, xlsxOf(row('word', '__expected') + row('sun', 'icontains:sun')));
  const suite = join(home, 'suite.yaml');
  await writeFile(suite, 'prompts: ["Say {{word}}"]\nproviders: [sandbox/echo]\ntests: words.xlsx\n');
  const budget = ['--profile', 'Sandbox', '--budget', '20'];
  const alone = await run(book, ...budget, '--model', 'sandbox/echo', '--prompt', 'Say {{word}}');
  expect(alone.code, alone.told + alone.out).toBe(0);
  const named = await run(suite, ...budget);
  expect(named.code, named.told + named.out).toBe(0);
  expect(named.told).toContain('1 request (1 case, 1 variant)');
});
