/** A gateway that means harm, or is merely broken: the app says what came, stays alive, and the key stays home. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/app';
import { chooseModel, composer, exchange, replies, say, stopButton, transcript } from '../support/chat-page';
import { cut, hang, type Script, startHostileServer } from '../support/hostile-server';
import { activateScriptedModel, type ScriptedModel, scriptedModel } from '../support/scripted-model';

const stream = { 'content-type': 'text/event-stream' };
const chunk = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;

async function answerWith(page: Page, model: ScriptedModel, script: Script): Promise<void> {
  model.answer(script);
  await chooseModel(page, scriptedModel);
  await say(page, 'Go on');
}

const withModel = (run: (page: Page, model: ScriptedModel) => Promise<void>) => {
  return async ({ appPage: page }: { appPage: Page }) => {
    const model = await activateScriptedModel(page);
    try {
      await run(page, model);
      await composer(page).fill('still here');
      await expect(composer(page)).toHaveValue('still here');
    } finally {
      await model.close();
    }
  };
};

test(
  'a redirect to another host is not followed, and the key goes nowhere',
  withModel(async (page, model) => {
    const other = await startHostileServer();
    for (const status of [301, 302, 307, 308]) {
      const location = `${other.origin}/api/v1/chat/completions`;
      await answerWith(page, model, { status, headers: { location } });
      await expect(page.getByRole('alert').last()).toContainText(/\w+_\w+|redirect/i);
    }
    expect(other.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
    expect(other.requests).toEqual([]);
    await other.close();
  }),
);

test(
  'a page of HTML in place of an answer is told as what it is, and is no page here',
  withModel(async (page, model) => {
    await answerWith(page, model, {
      status: 502,
      headers: { 'content-type': 'text/html' },
      body: ['<html><script>window.hacked = 1</script><h1>Bad Gateway</h1>', 'x'.repeat(100_000)],
    });
    const card = page.getByRole('alert');
    await expect(card).toContainText('502');
    await expect(card).toContainText('a web page instead of JSON');
    await expect(card).toContainText('<h1>Bad Gateway</h1>');
    expect(((await card.textContent()) ?? '').length).toBeLessThan(1_200);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  }),
);

test(
  'a body in another encoding breaks nothing',
  withModel(async (page, model) => {
    const body = new Uint8Array(
      [...'data: {"choices":[{"index":0,"delta":{"content":"'].map((c) => c.charCodeAt(0)),
    );
    const broken = new Uint8Array([0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80]);
    await answerWith(page, model, { headers: stream, body: [body, broken, '"}}]}\n\ndata: [DONE]\n\n'] });
    await expect(replies(page, scriptedModel)).toHaveAttribute('aria-busy', 'false');
    await expect(replies(page, scriptedModel)).toContainText('\ufffd');
  }),
);

test(
  'an error of ten megabytes is cut short',
  withModel(async (page, model) => {
    await answerWith(page, model, {
      status: 500,
      headers: { 'content-type': 'application/json' },
      body: ['{"error":{"message":"', ...Array(10).fill('m'.repeat(1_000_000)), '"}}'],
    });
    const card = page.getByRole('alert');
    await expect(card).toContainText('500', { timeout: 20_000 });
    expect(((await card.textContent()) ?? '').length).toBeLessThan(20_000);
  }),
);

test(
  'an event without end is given up, and what had arrived stays',
  withModel(async (page, model) => {
    const endless = Array(40).fill('x'.repeat(1_000_000));
    await answerWith(page, model, {
      headers: stream,
      body: [chunk('So far, so good.'), 'data: ', ...endless],
    });
    const reply = replies(page, scriptedModel);
    await expect(reply).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
    await expect(reply).toContainText('So far, so good.');
  }),
);

test(
  'a gateway that falls silent can be stopped',
  withModel(async (page, model) => {
    await answerWith(page, model, { headers: stream, body: [chunk('And then'), hang] });
    await expect(transcript(page)).toContainText('And then');
    await stopButton(page).click();
    await expect(replies(page, scriptedModel)).toContainText('Stopped');
  }),
);

test(
  'wrong shapes of every kind are an error in its place, not a broken page',
  withModel(async (page, model) => {
    const bodies: readonly Script['body'][] = [
      ['data: null\n\ndata: [DONE]\n\n'],
      ['data: {"choices":"none"}\n\ndata: [1,2]\n\ndata: [DONE]\n\n'],
      ['data: {"choices":[{"index":0,"delta":{"content":{"a":1}}}]}\n\ndata: [DONE]\n\n'],
      ['data: {"choices":[{"index":1e99,"delta":null,"finish_reason":{}}]}\n\ndata: [DONE]\n\n'],
      [
        'data: {"__proto__":{"polluted":1},"choices":[{"index":0,"delta":{"content":"ok"}}]}\n\ndata: [DONE]\n\n',
      ],
      [
        `data: {"choices":[{"index":0,"delta":{"tool_calls":${'['.repeat(900)}${']'.repeat(900)}}}]}\n\ndata: [DONE]\n\n`,
      ],
      [chunk('cut'), cut],
    ];
    for (const [turn, body] of bodies.entries()) {
      model.answer({ headers: stream, body });
      await chooseModel(page, scriptedModel);
      await exchange(page, `Turn ${turn}`, scriptedModel);
    }
    expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
  }),
);
