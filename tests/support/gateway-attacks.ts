/** A hostile or broken gateway: what it sends, and how the app must react. */
import { gzipSync } from 'node:zlib';
import { expect, type Page } from 'playwright/test';
import { chooseModel, composer, exchange, replies, say, stopButton, transcript } from './chat-page';
import { command } from './command';
import { cut, hang, json, type Script, startHostileServer, wait } from './hostile-server';
import { callFrom } from './long-reply';
import { type ScriptedModel, scriptedModel } from './scripted-model';
import { addProfile } from './settings-page';

type Attack = (page: Page, model: ScriptedModel) => Promise<void>;

const stream = { 'content-type': 'text/event-stream' };
const chunk = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
const done = 'data: [DONE]\n\n';

async function answerWith(page: Page, model: ScriptedModel, script: Script): Promise<void> {
  model.answer(script);
  await chooseModel(page, scriptedModel);
  await say(page, 'Go on');
}

const latest = (page: Page) => replies(page, scriptedModel).last();
const hasEnded = (page: Page) => expect(latest(page)).toHaveAttribute('aria-busy', 'false');
const isLargerThan = async (page: Page, characters: number) =>
  ((await latest(page).textContent()) ?? '').length > characters;

/** All of this happens through the page; a leaked key, a crash or a page that hangs fails the test. */
export const gatewayAttacks: Readonly<Record<string, Attack>> = {
  'a redirect to another host is not followed, and the key goes nowhere': async (page, model) => {
    const other = await startHostileServer();
    try {
      for (const status of [301, 302, 303, 307, 308]) {
        const location = `${other.origin}/api/v1/chat/completions`;
        await answerWith(page, model, { status, headers: { location } });
        await expect(latest(page).getByRole('alert')).toContainText(/redirect/i);
      }
      await answerWith(page, model, { status: 307, headers: { location: '//other.example/x' } });
      await expect(latest(page).getByRole('alert')).toContainText(/redirect/i);
      expect(other.requests).toEqual([]);
    } finally {
      await other.close();
    }
  },

  'a result that waits behind the key and leads to another host gets no key there': async (page, model) => {
    const other = await startHostileServer();
    try {
      const image = { data: [{ url: `${model.server.origin}/guarded.png` }] };
      model.answer({ headers: { 'content-type': 'application/json' }, body: [JSON.stringify(image)] });
      model.answer({ status: 401 });
      model.answer({ status: 302, headers: { location: `${other.origin}/elsewhere.png` } });
      const call = callFrom(page);
      const id = crypto.randomUUID();
      const input = { modality: 'image', model: scriptedModel, prompt: 'a gate', parameters: {}, extra: {} };
      expect(await call('jobs.create', { id, ...input })).toMatchObject({ ok: true });
      const keysAsked = () =>
        model.server.requests
          .filter(({ url }) => url === '/guarded.png')
          .map(({ headers }) => headers.authorization);
      await expect.poll(keysAsked).toEqual([undefined, 'Bearer sk-scripted']);
      await page.waitForTimeout(500);
      expect(other.requests).toEqual([]);
    } finally {
      await other.close();
    }
  },

  'a page of HTML instead of a response is reported as such, and is not shown as a page': async (
    page,
    model,
  ) => {
    await answerWith(page, model, {
      status: 502,
      headers: { 'content-type': 'text/html' },
      body: ['<html><script>window.hacked = 1</script><h1>Bad Gateway</h1>', 'x'.repeat(100_000)],
    });
    const card = latest(page).getByRole('alert');
    await expect(card).toContainText('502');
    await expect(card).toContainText('a web page instead of JSON');
    await expect(card).toContainText('<h1>Bad Gateway</h1>');
    expect(((await card.textContent()) ?? '').length).toBeLessThan(1_200);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  },

  'a body in another encoding breaks nothing': async (page, model) => {
    const broken = new Uint8Array([0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80]);
    const before = new TextEncoder().encode('data: {"choices":[{"index":0,"delta":{"content":"');
    await answerWith(page, model, { headers: stream, body: [before, broken, `"}}]}\n\n${done}`] });
    await hasEnded(page);
    await expect(latest(page)).toContainText('\ufffd');
    const wide = new Uint8Array(Buffer.from(`${chunk('wide')}${done}`, 'utf16le'));
    const headers = { 'content-type': 'text/event-stream; charset=utf-16le' };
    await answerWith(page, model, { headers, body: [wide] });
    await hasEnded(page);
  },

  'an answer that claims to be compressed and is not is an error': async (page, model) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    await answerWith(page, model, { headers, body: ['{"choices":[]}'] });
    await hasEnded(page);
    await expect(latest(page).getByRole('alert')).toBeVisible();
  },

  'an answer that unpacks to a gigabyte is given up': async (page, model) => {
    const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'm'), { level: 1 });
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    await answerWith(page, model, { headers, body: Array(16).fill(packed) });
    await hasEnded(page);
    await expect(latest(page).getByRole('alert')).toBeVisible();
  },

  'an error of ten megabytes is cut short': async (page, model) => {
    await answerWith(page, model, {
      status: 500,
      headers: { 'content-type': 'application/json' },
      body: ['{"error":{"message":"', ...Array(10).fill('m'.repeat(1_000_000)), '"}}'],
    });
    await expect(latest(page).getByRole('alert')).toContainText('500');
    expect(await isLargerThan(page, 20_000)).toBe(false);
  },

  'an event without end is given up, and what had arrived stays': async (page, model) => {
    const endless = Array(40).fill('x'.repeat(1_000_000));
    await answerWith(page, model, {
      headers: stream,
      body: [chunk('So far, so good.'), 'data: ', ...endless],
    });
    await hasEnded(page);
    await expect(latest(page)).toContainText('So far, so good.');
  },

  'a gateway that falls silent can be stopped': async (page, model) => {
    await answerWith(page, model, { headers: stream, body: [chunk('And then'), hang] });
    await expect(transcript(page)).toContainText('And then');
    await stopButton(page).click();
    await expect(latest(page)).toContainText('Stopped');
  },

  'a gateway that says nothing at all can be stopped': async (page, model) => {
    await answerWith(page, model, { before: hang });
    await expect(latest(page)).toContainText('waiting for the first token');
    await stopButton(page).click();
    await expect(latest(page)).toContainText('Stopped');
  },

  'a gateway that drips holds nothing up, and its words come as they are': async (page, model) => {
    const drops = [...chunk('drop by drop')].flatMap((letter) => [letter, wait(5)]);
    await answerWith(page, model, { headers: stream, body: [...drops, done] });
    await composer(page).fill('typed meanwhile');
    await hasEnded(page);
    await expect(latest(page)).toContainText('drop by drop');
    await expect(composer(page)).toHaveValue('typed meanwhile');
  },

  'wrong shapes of every kind are an error in its place, not a broken page': async (page, model) => {
    const deep = `${'['.repeat(900)}${']'.repeat(900)}`;
    const bodies: readonly Script['body'][] = [
      [`data: null\n\n${done}`],
      [`data: {"choices":"none"}\n\ndata: [1,2]\n\n${done}`],
      [`data: {"choices":[{"index":0,"delta":{"content":{"a":1}}}]}\n\n${done}`],
      [`data: {"choices":[{"index":1e99,"delta":null,"finish_reason":{}}]}\n\n${done}`],
      [`data: {"__proto__":{"polluted":1},"choices":[{"index":0,"delta":{"content":"ok"}}]}\n\n${done}`],
      [`data: {"choices":[{"index":0,"delta":{"tool_calls":${deep}}}]}\n\n${done}`],
      [`data: ${'['.repeat(200_000)}\n\n${done}`],
      [chunk('cut'), cut],
    ];
    for (const [turn, body] of bodies.entries()) {
      model.answer({ headers: stream, body });
      await chooseModel(page, scriptedModel);
      await exchange(page, `Turn ${turn}`, scriptedModel);
    }
    expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
  },

  'a catalogue of ten thousand models, some with hostile names, is one to choose from': async (page) => {
    const flood = await startHostileServer();
    const call = callFrom(page);
    try {
      const hostile = ['<img src=x onerror="window.hacked=1">', 'a\u202eb', 'w'.repeat(50_000), '\u200b', ''];
      const data = [
        ...hostile.map((id) => ({ id })),
        ...[null, 7, { id: 7 }, { id: { toString: 1 } }, []],
        ...Array.from({ length: 10_000 }, (_, number) => ({ id: `flood/${number}`, owned_by: hostile[0] })),
      ];
      for (let request = 0; request < 20; request += 1) flood.script(json({ object: 'list', data }));
      await addProfile(page, { name: 'Flood', baseUrl: flood.baseUrl, key: 'sk-flood' });
      await page.getByRole('button', { name: 'Use this profile' }).click();
      await page.getByRole('link', { name: 'Chat', exact: true }).click();
      await page.getByRole('combobox', { name: 'Model' }).fill('flood/9999');
      // Listed, and not only offered as typed.
      await expect(page.getByRole('option', { name: /^(?!Use |Pin ).*flood\/9999/ })).toBeVisible({
        timeout: 20_000,
      });
      await page.getByRole('combobox', { name: 'Model' }).fill('img src');
      await expect(page.getByRole('option').first()).toContainText('<img src=x');
      await page.keyboard.press('Escape');
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    } finally {
      await call('profiles.activate', { id: await profileNamed(page, 'Scripted') });
      await flood.close();
    }
  },

  'amounts that are none leave the meter alone': async (page, model) => {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Paid?' }, finish_reason: 'stop' }];
    for (const credits of ['-5', '1e999', 'NaN', '99999999999999999999', '<b>1</b>']) {
      const meta = { gatehouse: { credits_used: credits, credits_remaining: credits } };
      const body = JSON.stringify({ choices, ...meta });
      await answerWith(page, model, { headers: { 'content-type': 'application/json' }, body: [body] });
      await hasEnded(page);
      await expect(latest(page)).toContainText('Paid?');
    }
    const meter = (await page.getByRole('status', { name: 'Credits' }).textContent()) ?? '';
    expect(meter).not.toMatch(/NaN|Infinity|<b>/);
  },
};

async function profileNamed(page: Page, name: string): Promise<string> {
  const { profiles } = await command(page, 'app.snapshot', {});
  return profiles.find((profile) => profile.name === name)?.id ?? '';
}

/** After an attack the page still responds, and the key has not leaked. */
export async function expectUnharmedAfter(page: Page): Promise<void> {
  await composer(page).fill('still here');
  await expect(composer(page)).toHaveValue('still here');
  expect(await page.content()).not.toMatch(/sk-(?:scripted|flood)/);
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(page.getByText('Try one of these')).toBeVisible();
}
