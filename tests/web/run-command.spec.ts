/** `gatehouse run` as it is built: both examples of the docs, in the Sandbox. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/root.mjs';
import { expect, test } from '../support/app';
import { xlsxOf } from '../support/documents';
import { chatReply } from '../support/gateway-client';
import { json, startHostileServer } from '../support/hostile-server';

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

const run = (...args: readonly string[]): Promise<Ended> => start(...args).ended;

function start(...args: readonly string[]) {
  const entry = join(root, 'dist/electron/run.js');
  const env = { ...process.env, GATEHOUSE_HOME: home, GATEHOUSE_API_KEY: 'key-of-a-test' };
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
  const ended = new Promise<Ended>((done) => child.on('close', (code) => done({ code, out, told })));
  /** Once this was said on either of its outputs; fails where it ends before. */
  const said = (words: string) =>
    new Promise<void>((done, fail) => {
      child.on('close', () => fail(new Error(`It ended without “${words}”: ${told}${out}`)));
      const look = () => void ((out + told).includes(words) && done());
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      look();
    });
  return { child, ended, said };
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
  expect(made.out).toMatch(
    /<testsuites name="Pictures" tests="1" failures="0" errors="0" time="[\d.]+">\n<testsuite [^>]*skipped="0"/,
  );
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

const linesOf = ({ out }: Ended) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a file whose tests choose their variants asks those alone, in every kind of results', async () => {
  const file = join(home, 'chosen.yaml');
  await writeFile(
    file,
    `prompts:
  - { label: plain, raw: "Say {{word}}" }
  - { label: loud, raw: "Shout {{word}}" }
providers:
  - sandbox/echo
  - { id: sandbox/eliza, label: eliza }
tests:
  - { vars: { word: sun }, providers: [sandbox/echo], prompts: [plain], assert: [{ type: icontains, value: sun }] }
  - { vars: { word: moon }, providers: [eliza] }
  - { vars: { word: sea } }
`,
  );
  const page = join(home, 'chosen.html');
  const budget = ['--profile', 'Sandbox', '--budget'];
  const ran = await run(file, ...budget, '50', '--json', '--output', page);
  const lines = linesOf(ran);
  expect(ran.code, ran.told + ran.out).toBe(0);
  expect(ran.told).toContain('7 requests (3 cases, 4 variants)');
  const asked = lines
    .filter(({ type }) => type === 'cell')
    .map((one) => `${one.variables.word} ${one.model}`);
  expect(asked.toSorted()).toEqual(
    ['moon', 'moon', 'sea', 'sea']
      .map((word) => `${word} sandbox/eliza`)
      .concat(['sea', 'sea', 'sun'].map((word) => `${word} sandbox/echo`))
      .toSorted(),
  );
  expect(lines.at(-1)).toMatchObject({ type: 'summary', counts: { done: 7 }, code: 0 });
  expect((await readFile(page, 'utf8')).match(/Not asked/g)).toHaveLength(5);
  const junit = await run(file, ...budget, '50', '--junit');
  expect(junit.out).toMatch(/<testsuites [^>]*tests="7"/);

  const spent = await run(file, ...budget, '0.01', '--json');
  expect(spent.code).toBe(2);
  expect(linesOf(spent).at(-1)).toMatchObject({
    ...{ type: 'summary', state: 'paused', counts: { done: 0, waiting: 7 }, code: 2 },
    error: { code: 'over_budget' },
  });
});

test('Ctrl+C sends nothing more, lets running requests end and says what came', async () => {
  const gateway = await startHostileServer();
  try {
    const file = join(home, 'many.csv');
    await writeFile(file, `prompt\n${Array.from({ length: 20 }, (_, at) => `word ${at}`).join('\n')}\n`);
    let release: () => void = () => undefined;
    const released = new Promise<void>((done) => {
      release = done;
    });
    // What a request costs is known, so that the budget ends nothing.
    const reply = JSON.stringify(
      chatReply('Hi', { gatehouse: { credits_used: 0.01, credits_remaining: 90 } }),
    );
    const list = { data: [{ id: 'm', gatehouse: { pricing: { unit: 'token', input: 1, output: 2 } } }] };
    const headers = { 'content-type': 'application/json' };
    let posts = 0;
    const answer = ({ method }: { readonly method: string }) => {
      if (method !== 'POST') return json(list);
      posts += 1;
      return { headers, body: posts === 1 ? [reply] : [{ until: released }, reply] };
    };
    gateway.script(...Array.from({ length: 100 }, () => answer));
    const made = start(
      file,
      '--base-url',
      gateway.baseUrl,
      '--model',
      'm',
      '--budget',
      '50',
      '--yes',
      '--json',
    );
    await made.said('"type":"cell"');
    made.child.kill('SIGINT');
    await made.said('Pausing');
    const sent = gateway.requests.filter(({ method }) => method === 'POST').length;
    release();
    const ended = await made.ended;
    const lines = linesOf(ended);
    const posted = gateway.requests.filter(({ method }) => method === 'POST').length;
    // One may have been on its way as the key was pressed.
    expect(posted).toBeLessThanOrEqual(sent + 1);
    expect(lines.filter(({ type }) => type === 'cell')).toHaveLength(posted);
    expect(lines.at(-1)).toMatchObject({
      type: 'summary',
      state: 'paused',
      counts: { done: posted },
      code: 3,
    });
    expect(ended.code).toBe(3);
  } finally {
    await gateway.close();
  }
});

test('a closed output and a signal end it; --resume goes on, and pays for nothing twice', async () => {
  const file = join(home, 'long.yaml');
  const words = Array.from({ length: 30 }, (_, at) => `word${at}`).join(' ');
  const cases = Array.from({ length: 12 }, (_, at) => `  - { vars: { word: item${at} } }`).join('\n');
  await writeFile(
    file,
    `prompts: ['{{word}} ${words}']
providers: [{ id: sandbox/echo, config: { max_tokens: 200, temperature: 0 } }]
tests:
${cases}
`,
  );
  const args = [file, '--profile', 'Sandbox', '--budget', '9', '--json'];
  const piped = start(...args);
  piped.child.stdout.once('data', () => piped.child.stdout.destroy());
  const unread = await piped.ended;
  expect(unread.code, unread.told).toBe(3);
  expect(unread.told).toContain('The output is no longer read: nothing more is sent');
  expect(unread.told).toContain('To go on, run it again with --resume.');

  const again = start(...args, '--resume');
  await again.said('requests are left');
  again.child.kill('SIGTERM');
  const ended = await again.ended;
  // It may have been asked to end before or after its first request.
  expect(ended.code, ended.told).toBe(3);
  const whole = await run(...args, '--resume');
  expect(whole.code, whole.told + whole.out).toBe(0);
  const lines = linesOf(whole);
  expect(new Set(lines.filter(({ type }) => type === 'cell').map((one) => one.case)).size).toBe(12);
  const alone = linesOf(await run(...args)).at(-1);
  expect(lines.at(-1)).toMatchObject({ counts: { done: 12 }, cost: alone.cost });
});
