/** `gatehouse run` whose process is killed in the middle, and run again with --resume. */
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../../electron/run-command';
import { readRunOptions } from '../../../electron/run-options';
import { openTestCore } from '../../support/core';
import { liveAndDie } from '../../support/killed-process';
import { type PaidGateway, startPaidGateway } from '../../support/paid-gateway';
import { programOf } from '../../support/programs';
import { never, runWorld } from '../../support/run-world';
import { soakTimes } from '../../support/soak';
import { tempFolder } from '../../support/temp-folder';

const CASES = soakTimes(16, 400);
const KILLS = soakTimes(2, 20);
/** Of one request, and of all runs together: what is under way at a kill counts with the most that it can cost. */
const PRICE = 0.01;
const BUDGET = CASES + KILLS;

const suite = `prompts: ['Say {{word}}.']
providers: [{ id: paid/talker, config: { max_tokens: 20 } }]
tests:
${Array.from({ length: CASES }, (_, at) => `  - { vars: { word: item${at} }, assert: [{ type: contains, value: item${at}. }] }`).join('\n')}
`;

const usage = { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 };

/** It repeats what it is asked, says what that cost, and remembers nothing: it answers some requests of each life never. */
function talk(gateway: PaidGateway, isHeld: (request: number) => boolean) {
  const pricing = { currency: 'credits', unit: 'token', input: 0.001, output: 0.001 };
  const capabilities = { modalities: { input: ['text'], output: ['text'] } };
  const model = { id: 'paid/talker', object: 'model', gatehouse: { pricing, capabilities } };
  gateway.on('/models', () => ({ body: { object: 'list', data: [model] } }));
  gateway.on('/chat/completions', ({ body, before }) => {
    if (isHeld(before)) return never;
    const { content } = (body.messages as readonly { readonly content: string }[]).at(-1) ?? { content: '' };
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    return { charge: PRICE, meta: { credits_used: PRICE }, body: { choices, usage } };
  });
}

test(`${CASES} cells survive ${KILLS} kills: nothing is paid twice, nothing is lost, and the budget holds for all`, async () => {
  const [home, folder, gateway] = [tempFolder(), tempFolder(), await startPaidGateway()];
  onTestFinished(() => gateway.close());
  // So some are under way at each kill.
  let lives = 0;
  talk(gateway, (request) => lives < KILLS && request % 4 === 3);
  const file = join(folder, 'words.yaml');
  writeFileSync(file, suite);
  const args = [file, '--profile', 'Sandbox', '--budget', `${BUDGET}`, '--json', '--resume'];
  const { baseUrl: BASE_URL, apiKey: API_KEY } = gateway.sandbox;
  const env = { HOME_FOLDER: home, BASE_URL, API_KEY, ARGUMENTS: JSON.stringify(args) };
  for (; lives < KILLS; lives += 1)
    await liveAndDie(await programOf('run-file'), env, randomInt(200), 'asked');

  const app = await openTestCore({ home, sandbox: gateway.sandbox, leavesWork: true });
  const lines: Record<string, unknown>[] = [];
  const told: string[] = [];
  const options = readRunOptions(args);
  if (options === 'help') throw new Error('help');
  const print = (line: string) => void lines.push(JSON.parse(line));
  const code = await runCommand(runWorld(app.core, { print, tell: (line) => void told.push(line) }), options);
  await app.core.close();

  const cells = lines.filter(({ type }) => type === 'cell');
  expect(told[0]).toMatch(/^The run of .* goes on/);
  expect(new Set(cells.map((cell) => cell.case)).size, told.join('\n')).toBe(CASES);
  expect(cells).toHaveLength(CASES);
  // What was under way as the process was killed may have been charged, and is not sent again.
  const cut = cells.filter(({ state }) => state === 'interrupted').length;
  expect(cells.filter(({ verdict }) => verdict === 'passed')).toHaveLength(CASES - cut);
  expect(cut).toBeGreaterThan(0);
  expect(code).toBe(3);
  const posts = gateway.requests.filter(({ path }) => path === '/chat/completions');
  expect(new Set(posts.map(({ body }) => JSON.stringify(body.messages))).size).toBe(posts.length);
  expect(posts.length).toBeLessThanOrEqual(CASES);
  expect(gateway.charges.length * PRICE).toBeLessThanOrEqual(BUDGET);
});
