/** Commands whose disk fills on the way: they never wait in silence, and what was paid is not paid again. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCheckOptions, runCheckCommand } from '../../../electron/check-command';
import type { Storage } from '../../../electron/core/ports/storage';
import { type RunWorld, runCommand } from '../../../electron/run-command';
import { readRunOptions } from '../../../electron/run-options';
import { AppError } from '../../../shared/errors';
import { openTestCore, type TestCore } from '../../support/core';
import { never, runWorld } from '../../support/run-world';
import { tempFolder } from '../../support/temp-folder';

const CASES = 12;
const words = Array.from({ length: CASES }, (_, at) => `item${at}`);

let app: TestCore;
let file: string;
let isFull: boolean;
const listeners = new Set<(line: string) => void>();

const requireRoom = () => {
  if (isFull)
    throw new AppError({ code: 'storage_full', message: 'The disk is full: nothing can be saved.' });
};

const filling = (storage: Storage): Storage => {
  const { experiments } = storage;
  const setState: typeof experiments.units.setState = (...change) => {
    requireRoom();
    experiments.units.setState(...change);
  };
  return {
    ...storage,
    experiments: { ...experiments, units: { ...experiments.units, setState } },
    transaction(work) {
      requireRoom();
      return storage.transaction(work);
    },
  };
};

beforeEach(async () => {
  isFull = false;
  listeners.clear();
  file = join(tempFolder(), 'words.yaml');
  const tests = words.map((word) => `  - { vars: { word: ${word} } }`).join('\n');
  writeFileSync(file, `prompts: ['Say {{word}}']\nproviders: [sandbox/echo]\ntests:\n${tests}\n`);
  app = await openTestCore({
    wrapStorage: filling,
    log: (line) => {
      for (const listen of listeners) listen(line);
    },
  });
});
afterEach(() => app.close());

type Given = Partial<Pick<RunWorld, 'after' | 'confirm' | 'interrupts'>>;

/** Fills the disk once three cells are printed. */
async function run(args: readonly string[], given: Given, onTold: (line: string) => void = () => undefined) {
  const options = readRunOptions([file, '--json', '--profile', 'Sandbox', '--budget', '9', ...args]);
  if (options === 'help') throw new Error('help');
  const lines: Record<string, unknown>[] = [];
  const told: string[] = [];
  const world = runWorld(app.core, {
    ...given,
    onLog: (listen) => void listeners.add(listen),
    print(line) {
      lines.push(JSON.parse(line));
      if (lines.length === 3 && !args.includes('--resume')) isFull = true;
    },
    tell(line) {
      told.push(line);
      onTold(line);
    },
  });
  const code = await runCommand(world, options);
  return { code, told: told.join('\n'), summary: lines.at(-1) };
}

const sent = async () => (await app.sandbox.account()).requests['POST /api/v1/chat/completions'] ?? 0;
const atOnce: RunWorld['after'] = (_ms, give) => {
  const timer = setImmediate(give);
  return () => clearImmediate(timer);
};

test('a run without a person ends, says why and what to do, and goes on with --resume', async () => {
  const ended = await run([], { after: atOnce });
  expect(ended).toMatchObject({ code: 3, summary: { error: { code: 'storage_full' }, code: 3 } });
  expect(ended.told).toContain('The disk is full: nothing can be saved. Nothing more is sent,');
  expect(ended.told).toMatch(/requests? (was|were) not sent: .* To go on, run it again with --resume\.$/);
  const { counts } = ended.summary as { counts: Record<string, number> };
  expect(counts).toMatchObject({ waiting: CASES - (await sent()) });
  expect(ended.summary).toMatchObject({ hasUnknownCost: true });
  isFull = false;
  expect(await run(['--resume'], {})).toMatchObject({ code: 0, summary: { counts: { done: CASES } } });
  expect(await sent()).toBe(CASES);
  expect((await app.sandbox.account()).chargeCount).toBe(CASES);
});

test('it goes on by itself where there is room again in time', async () => {
  let cancelled = 0;
  const after = () => () => {
    cancelled += 1;
  };
  const whole = await run([], { after }, (line) => {
    if (line.startsWith('The disk is full')) isFull = false;
  });
  expect(whole).toMatchObject({ code: 0, summary: { error: null, counts: { done: CASES } } });
  expect(whole.told).toMatch(/The disk is full[\s\S]*Answers can be saved again: it goes on\./);
  expect(cancelled).toBeGreaterThan(0);
  expect(await sent()).toBe(CASES);
});

test('somebody at a terminal is waited for, and Ctrl+C ends it with a summary though no pause can be noted', async () => {
  let interrupt: (why: 'signal') => void = () => undefined;
  const first = new Promise<'signal'>((resolve) => {
    interrupt = resolve;
  });
  const given: Given = {
    confirm: async () => true,
    interrupts: { first, second: never },
    after: () => {
      throw new Error('A person is not left.');
    },
  };
  const ended = await run([], given, (line) => {
    if (line.includes('Ctrl+C ends it')) interrupt('signal');
  });
  expect(ended).toMatchObject({ code: 3, summary: { error: { code: 'storage_full' } } });
  isFull = false;
});

test('a check ends too, and says that it may have been charged', async () => {
  const options = readCheckOptions(['--profile', 'Sandbox', '--model', 'sandbox/echo', '--yes']);
  if (options === 'help') throw new Error('help');
  const told: string[] = [];
  const checking = runCheckCommand(
    {
      ...{ core: app.core, env: {}, after: atOnce },
      onLog: (listen) => void listeners.add(listen),
      print: () => {
        isFull = true;
      },
      tell: (line) => void told.push(line),
    },
    options,
  );
  await expect(checking).rejects.toMatchObject({
    data: { code: 'storage_full', message: expect.stringContaining('may have been charged') },
  });
  expect(told.at(-1)).toMatch(/^The disk is full: .* It ends if that lasts for 60 s\.$/);
  isFull = false;
});
