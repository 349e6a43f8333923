/** `gatehouse run` as somebody uses it who stops it, goes on with it, or may not spend enough. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Interruption } from '../../../electron/command-interrupts';
import { runCommand } from '../../../electron/run-command';
import { readRunOptions } from '../../../electron/run-options';
import { defaultConnection } from '../../../shared/profiles/defaults';
import { openTestCore, type TestCore } from '../../support/core';
import { startPaidGateway } from '../../support/paid-gateway';
import { never, runWorld } from '../../support/run-world';
import { tempFolder } from '../../support/temp-folder';

const CASES = 12;
const suite = `description: Words
prompts: ['Say {{word}}']
providers: [{ id: sandbox/echo, config: { max_tokens: 20 } }]
tests:
${Array.from({ length: CASES }, (_, at) => `  - { vars: { word: item${at} }, assert: [{ type: contains, value: item${at} }] }`).join('\n')}
`;

let app: TestCore;
let file: string;
beforeEach(async () => {
  file = join(tempFolder(), 'words.yaml');
  writeFileSync(file, suite);
  app = await openTestCore();
});
afterEach(() => app.close());

interface Ends {
  /** Ends the run once so many cells are printed. */
  readonly afterCells?: number;
  readonly first?: Promise<Interruption>;
  readonly second?: Promise<void>;
}

async function run(args: readonly string[], { afterCells, first = never, second = never }: Ends = {}) {
  const options = readRunOptions([file, '--json', ...args]);
  if (options === 'help') throw new Error('help');
  const lines: Record<string, unknown>[] = [];
  const told: string[] = [];
  let end: (why: Interruption) => void = () => undefined;
  const enough = new Promise<Interruption>((resolve) => {
    end = resolve;
  });
  const world = runWorld(app.core, {
    env: args.includes('Sandbox') ? {} : { GATEHOUSE_API_KEY: 'key-of-a-test' },
    print: (line) => {
      lines.push(JSON.parse(line));
      if (lines.length === afterCells) end('signal');
    },
    tell: (line) => void told.push(line),
    interrupts: { first: Promise.race([first, enough]), second },
  });
  const code = await runCommand(world, options);
  const cells = lines.filter(({ type }) => type === 'cell');
  return { code, told: told.join('\n'), cells, summary: lines.at(-1) };
}

const sandbox = ['--profile', 'Sandbox'];
const sent = async () => (await app.sandbox.account()).requests['POST /api/v1/chat/completions'] ?? 0;

describe('a run that was ended early', () => {
  test('goes on with --resume: each request is sent once, and all results are printed', async () => {
    const ended = await run([...sandbox, '--budget', '9'], { afterCells: 1 });
    expect(ended).toMatchObject({ code: 3, summary: { state: 'paused', code: 3 } });
    expect(ended.told).toMatch(/requests? (was|were) not sent: .* To go on, run it again with --resume\.$/);
    expect(await sent()).toBeLessThan(CASES);

    const named = await run(sandbox);
    expect(named.code).toBe(3);
    expect(named.told).toMatch(
      /^A run of this file is unfinished \(\d+ of 12: .*\): --resume goes on with it\./,
    );

    const whole = await run([...sandbox, '--budget', '9', '--resume']);
    expect(whole).toMatchObject({ code: 0, summary: { state: 'completed', counts: { done: CASES } } });
    expect(whole.told).toMatch(/^The run of [\d-]+ [\d:]+ \(UTC\) goes on, \d+ of 12 requests are left, /);
    expect(new Set(whole.cells.map((cell) => cell.case)).size).toBe(CASES);
    expect(whole.cells).toHaveLength(CASES);
    expect(await sent()).toBe(CASES);
    expect(
      (await app.tell('experiments.list', { modality: null, cursor: null, limit: 9 })).experiments,
    ).toHaveLength(1);
  });

  test('keeps to one budget for both, and says which one is enough', async () => {
    const [one] = (await run([...sandbox, '--budget', '9'], { afterCells: 1 })).cells;
    const { charged } = await app.sandbox.account();
    const budget = charged + 0.000001;
    const short = await run([...sandbox, '--budget', budget.toFixed(6), '--resume']);
    expect(short).toMatchObject({ code: 2, summary: { error: { code: 'over_budget' } } });
    expect((await app.sandbox.account()).charged).toBeLessThanOrEqual(budget);
    expect(short.cells).toContainEqual(one);
    const enough = /with --resume and --budget ([\d.]+); a lower max_tokens/.exec(short.told)?.[1] ?? '';
    expect((await run([...sandbox, '--budget', enough, '--resume'])).code).toBe(0);
    expect((await app.sandbox.account()).charged).toBeLessThanOrEqual(Number(enough));
    expect(await sent()).toBe(CASES);
  });

  test('another file, and one that has ended, start a new run', async () => {
    await run([...sandbox, '--budget', '9'], { afterCells: 1 });
    writeFileSync(file, suite.replace('Say', 'Whisper'));
    const other = await run([...sandbox, '--budget', '9', '--resume']);
    expect(other.code).toBe(0);
    expect(other.told).toMatch(/^No run of this file is unfinished, so a new one is started\./);
    expect((await run([...sandbox, '--budget', '9', '--resume'])).told).toMatch(/^No run of this file/);
  });

  test('is not kept with --base-url, which says so', () => {
    expect(() => readRunOptions(['a.yaml', '--base-url', 'https://b.example', '--resume'])).toThrow(
      '--resume needs --profile: with --base-url no run is kept.',
    );
  });
});

const reply = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'item0' }, finish_reason: 'stop' }],
};

test('a gateway that never answers is left at once before the start, and at the second time afterwards', async () => {
  const gateway = await startPaidGateway();
  let isListed = false;
  const list = { body: { object: 'list', data: [{ id: 'm', object: 'model' }] } };
  gateway.on('/models', () => (isListed ? list : never));
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  gateway.on('/chat/completions', () => {
    asked();
    return never;
  });
  const args = ['--base-url', gateway.baseUrl, '--model', 'm', '--budget', '1'];
  try {
    const before = await run(args, { first: Promise.resolve('signal') });
    expect(before).toMatchObject({ code: 3, cells: [], told: 'Nothing was sent.' });
    isListed = true;
    const cut = await run(args, { first: isAsked.then(() => 'signal'), second: isAsked });
    expect(cut).toMatchObject({
      code: 3,
      cells: [],
      summary: { counts: { running: 1, waiting: CASES - 1 } },
    });
    expect(cut.told).toContain('1 request cut off, which may have been charged.');
    expect(cut.told).toContain('they are sent one at a time, and the last one can pass the budget of 1 cr.');
  } finally {
    await gateway.close();
  }
});

test('a file of results that can’t be written is said before anything is paid, and one of text in any encoding is read', async () => {
  const folder = tempFolder();
  await expect(run([...sandbox, '--budget', '9', '--output', join(folder, 'no', 'a.xml')])).rejects.toThrow(
    /a\.xml” can’t be written: its folder does not exist\.$/,
  );
  expect(await sent()).toBe(0);
  writeFileSync(
    file,
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(suite.replaceAll('item', 'añ€'), 'utf16le')]),
  );
  const read = await run([...sandbox, '--budget', '9']);
  expect(read).toMatchObject({ code: 0, summary: { verdicts: { passed: CASES } } });
  for (const [bytes, message] of [
    [Buffer.alloc(0), 'is empty.'],
    [Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'), 'is not a text file.'],
  ] as const) {
    writeFileSync(file, bytes);
    await expect(run(sandbox)).rejects.toThrow(message);
  }
  file = folder;
  await expect(run(sandbox)).rejects.toThrow(`Couldn’t read “${folder}”: it is a folder.`);
});

test('what the limits of the profile refuse as a whole leaves no experiment behind', async () => {
  await app.tell('settings.update', { patch: { budgets: { sandbox: { hardPerDay: 0.000001 } } } });
  await expect(run([...sandbox, '--budget', '9'])).rejects.toThrow(/limit/);
  expect(await app.tell('experiments.list', { modality: null, cursor: null, limit: 9 })).toMatchObject({
    experiments: [],
  });
});

test('the budget counts in the unit of the profile, also where no price is known', async () => {
  const gateway = await startPaidGateway();
  gateway.on('/models', () => ({ body: { object: 'list', data: [{ id: 'm', object: 'model' }] } }));
  gateway.on('/chat/completions', () => ({ body: { ...reply, usage: { cost: 0.4 } } }));
  const connection = { ...defaultConnection, unit: 'usd' as const };
  await app.tell('profiles.create', { name: 'Work', baseUrl: gateway.baseUrl, keep: 'session', connection });
  const ended = await run(['--profile', 'Work', '--model', 'm', '--budget', '1', '--yes']);
  await gateway.close();
  expect(ended.told).toContain('can pass the budget of $1.');
  expect(ended).toMatchObject({ summary: { cost: { dollars: expect.any(Number) } } });
});

test('what a suite and its answers hold is shown on the terminal, and does nothing to it', async () => {
  const odd = '"a\\x9b2Jb\\rc\\x7f"';
  writeFileSync(file, `${suite}  - { vars: { word: ${odd} } }\n"odd\\nNothing is charged.": 1\n`);
  const written: string[] = [];
  const write = (line: string) => void written.push(line);
  const options = readRunOptions([file, ...sandbox, '--budget', '9', '--junit']);
  if (options === 'help') throw new Error('help');
  expect(await runCommand(runWorld(app.core, { print: write, tell: write }), options)).toBe(0);
  const all = written.join('\n');
  expect(all).toContain('<system-out>Say a�2Jb\nc�');
  expect(all).not.toMatch(/[\r\x7f-\x9f]/);
  expect(written[0]).toMatch(/^Note: .*odd Nothing is charged\./);
});
