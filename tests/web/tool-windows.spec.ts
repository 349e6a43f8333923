/** Calls of tools that several windows answer, functions that misbehave, and messages that are queued meanwhile. */
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { chooseModel, composer, replies, say, transcript } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';
import { activateScriptedModel, scriptedModel } from '../support/scripted-model';

const asks = (name: string, given = '{}', index = 0) => ({
  delta: {
    tool_calls: [{ index, id: `c${index}`, type: 'function', function: { name, arguments: given } }],
  },
});
const ends = { finish: 'tool_calls' };
const says = (content: string) => [{ delta: { content } }, { finish: 'stop' }] as const;

async function withTools(page: Page, tools: object): Promise<void> {
  const { conversations } = (await command(page, 'app.snapshot', {})).conversations;
  const id = conversations[0]?.id ?? '';
  await command(page, 'conversations.configure', { id, model: scriptedModel, settings: { tools } } as never);
}

/** A chat with one exchange, whose model says what it is given next. */
async function inChat(
  page: Page,
  run: (model: Awaited<ReturnType<typeof activateScriptedModel>>) => Promise<void>,
): Promise<void> {
  const model = await activateScriptedModel(page);
  try {
    await chooseModel(page, scriptedModel);
    model.say(...says('Hello.'));
    await say(page, 'Hi');
    await expect(replies(page, scriptedModel).last()).toContainText('Hello.');
    await run(model);
  } finally {
    await model.close();
  }
}

test('of two windows that answer one call, the later is said so and keeps what was typed', async ({
  appPage: page,
  context,
}) => {
  const model = await activateScriptedModel(page);
  try {
    await chooseModel(page, scriptedModel);
    model.say(asks('weather', '{"city":"Oslo"}'), ends);
    await say(page, 'How is Oslo?');
    const field = (one: Page) => one.getByLabel('Result of weather');
    await expect(field(page)).toBeVisible();
    const other = await context.newPage();
    await other.goto(page.url());
    await field(other).fill('{"degrees": 30}');
    await field(page).fill('{"degrees": 3}');
    model.say(...says('Three degrees.'));
    await page.getByRole('button', { name: 'Send result', exact: true }).press('Enter');
    await expect(replies(page, scriptedModel).last()).toContainText('Three degrees.');
    await expect(page.getByRole('alert')).toHaveCount(0);

    const calls = other.getByRole('group', { name: 'Tool calls' });
    await expect(calls.getByRole('alert')).toHaveText(
      'The chat went on with other results. What you typed here was not sent.',
    );
    await expect(field(other)).toHaveValue('{"degrees": 30}');
    await expectAccessible(other);
    // Neither a reload nor what the other window stores loses it.
    await other.reload();
    await expect(field(other)).toHaveValue('{"degrees": 30}');
    model.say(...says('Thirty degrees.'));
    await calls.getByRole('button', { name: 'Send as another branch' }).press('Enter');
    await expect(replies(other, scriptedModel).last()).toContainText('Thirty degrees.');
    await expect(field(other)).toHaveCount(0);
    await expect(transcript(other).getByText('2 / 2')).toBeVisible();
    await other.close();
  } finally {
    await model.close();
  }
});

test('what was typed in a window that was too late can be discarded', async ({ appPage: page, context }) => {
  const model = await activateScriptedModel(page);
  try {
    await chooseModel(page, scriptedModel);
    model.say(asks('weather'), ends);
    await say(page, 'How is Oslo?');
    const field = (one: Page) => one.getByLabel('Result of weather');
    await expect(field(page)).toBeVisible();
    const other = await context.newPage();
    await other.goto(page.url());
    await field(other).fill('late');
    await field(page).fill('early');
    model.say(...says('Fine.'));
    await page.getByRole('button', { name: 'Send result', exact: true }).press('Enter');
    const calls = other.getByRole('group', { name: 'Tool calls' });
    await calls.getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(calls.getByRole('alert')).toHaveCount(0);
    await expect(field(other)).toHaveCount(0);
    await other.close();
  } finally {
    await model.close();
  }
});

test('a message that is sent while tools are answered by themselves waits for the end of the loop', async ({
  appPage: page,
}) => {
  await inChat(page, async (model) => {
    const automatic = [{ kind: 'result', content: 'late', delayMs: 1_500 }];
    await withTools(page, {
      tools: [{ name: 'weather', parameters: { type: 'object' }, automatic }],
      loop: { rounds: 3 },
    });
    model.say(asks('weather'), ends);
    model.say(...says('It is late.'));
    model.say(...says('You asked for more.'));
    await say(page, 'How is Oslo?');
    await expect(page.getByText('Answering automatically…')).toBeVisible();
    await say(page, 'And then?');
    const queue = page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem');
    await expect(queue).toHaveText([/^Queued\s*And then\?/]);
    await expect(queue.getByRole('button', { name: 'Send now' })).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(composer(page)).toHaveValue('');
    await expect(replies(page, scriptedModel).last()).toContainText('You asked for more.');
    await expect(transcript(page).getByRole('article')).toHaveText([
      ...[/Hi/, /Hello\./, /How is Oslo\?/, /weather/, /late/, /It is late\./, /And then\?/, /You asked/],
    ]);
    await expect(queue).toHaveCount(0);
  });
});

const functions: readonly (readonly [name: string, source: string, result: RegExp])[] = [
  ['loop', 'for (;;) {}', /takes too many steps/],
  ['bomb', 'const all = []; for (;;) all.push("x".repeat(100000) + all.length)', /needs too much memory/],
  ['deep', 'const go = (n) => go(n + 1) + 1; return go(0)', /calls itself too deeply/],
  ['huge', 'return "x".repeat(2000000)', /returned too much text/],
  ['throws', 'throw { code: 7 }', /code/],
  ['never', 'return new Promise(() => {})', /never comes/],
  ['tojson', 'return { toJSON() { return { toJSON() { throw 5 } } } }', /\{\}|5/],
];

test('functions that misbehave end in a word, and the page stays quick', async ({ appPage: page }) => {
  await inChat(page, async (model) => {
    await withTools(page, {
      tools: functions.map(([name, content]) => ({
        ...{ name, parameters: { type: 'object' } },
        automatic: [{ kind: 'function', content }],
      })),
    });
    model.say(...functions.map(([name], at) => asks(name, '{}', at)), ends);
    await say(page, 'Try all');
    for (const [name, , result] of functions) {
      const field = page.getByLabel(`Result of ${name}`);
      const group = field.locator('xpath=..');
      await group.getByRole('button', { name: 'Run function' }).press('Enter');
      // The page answers keys while the function runs.
      await composer(page).fill(name);
      await expect(composer(page)).toHaveValue(name);
      await expect(field).toHaveValue(result);
    }
    await expectAccessible(page);
  });
});

test('a hundred calls of functions in one round are answered, and can be stopped', async ({
  appPage: page,
}) => {
  await inChat(page, async (model) => {
    const tool = (content: string) => ({
      tools: [{ name: 'run', parameters: { type: 'object' }, automatic: [{ kind: 'function', content }] }],
      loop: { rounds: 3 },
    });
    await withTools(page, tool('return args.n * 2'));
    let workers = 0;
    page.on('worker', () => {
      workers += 1;
    });
    const calls = Array.from({ length: 100 }, (_, n) => asks('run', JSON.stringify({ n }), n));
    model.say(...calls, ends);
    model.say(...says('All done.'));
    await say(page, 'Run all');
    await expect(replies(page, scriptedModel).last()).toContainText('All done.');
    const sent = model.server.requests.at(-1)?.body ?? '';
    const { messages } = JSON.parse(sent) as { messages: { role: string; content: string }[] };
    const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
    expect(results).toEqual(calls.map((_, n) => String(n * 2)));
    // One checks the arguments of all.
    expect(workers).toBeLessThan(5);

    // Each step is long: they would end by themselves, for too many steps, only after minutes.
    await withTools(page, tool(`for (;;) 'x'.repeat(1e6).indexOf('y')`));
    model.say(...calls, ends);
    await say(page, 'Run on');
    // Before that it is the reply that would be stopped.
    await expect(page.getByText('Answering automatically…')).toBeVisible();
    await page.getByRole('button', { name: 'Stop', exact: true }).press('Enter');
    await expect(page.getByText('Automatic results were stopped. Send to continue.')).toBeVisible();
  });
});
