/** The code the app hands out, run for real, gives what the app's own call gives. */
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGatewayClient } from '../../electron/gateway/client';
import type { ChatParams } from '../../electron/gateway/types/chat';
import type { AnsweredSource } from '../../electron/gateway/types/media';
import { callToCurl } from '../../shared/code/curl-command';
import type { OperationId, SnippetLanguage } from '../../shared/code/operations';
import { snippet } from '../../shared/code/snippet';
import {
  hasCurl,
  hasPython,
  hasPythonLibrary,
  hostileTexts,
  type Ran,
  runSnippet,
} from '../support/run-snippet';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

if (!hasPythonLibrary)
  console.warn('Python has no openai package: its snippets that need it are compiled only.');

type Whole = ChatParams & { readonly stream?: false };

const client = () => createGatewayClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl, fetch });

type Body = Readonly<Record<string, unknown>> & { readonly model: string };

const run = (
  language: SnippetLanguage,
  operation: OperationId,
  body: Readonly<Record<string, unknown>>,
  read: (ran: Ran) => Promise<void> | void,
  stream = false,
) => {
  const code = snippet({ language, operation, baseUrl: sandbox.baseUrl, body, stream });
  return runSnippet(language, code, sandbox.apiKey, read);
};

const bytesOf = async (source: AnsweredSource | undefined): Promise<Buffer> => {
  if (source?.kind === 'bytes') return Buffer.from(source.bytes);
  const pieces: Uint8Array[] = [];
  for await (const piece of (await client().download(source?.kind === 'url' ? source.url : '')).pieces)
    pieces.push(piece);
  return Buffer.concat(pieces);
};

/** Which languages can run an operation here; the others are compiled by the unit tests. */
const languages = (needsLibrary: boolean): SnippetLanguage[] => [
  ...(hasCurl ? (['curl'] as const) : []),
  'typescript',
  ...((needsLibrary ? hasPythonLibrary : hasPython) ? (['python'] as const) : []),
];

const chatBody = (content: string, more: object = {}) => ({
  model: 'sandbox/echo',
  messages: [
    { role: 'system', content: 'Be "brief".' },
    { role: 'user', content },
  ],
  ...more,
});

/** The text of the reply, out of what each language prints. */
const replyIn = (language: SnippetLanguage, stdout: string): string =>
  language === 'curl' ? JSON.parse(stdout).choices[0].message.content : stdout.replace(/\n$/, '');

const streamedIn = (language: SnippetLanguage, stdout: string): string => {
  if (language !== 'curl') return stdout.replace(/\n$/, '');
  const events = stdout.split('\n\n').filter((event) => event.startsWith('data: {'));
  return events.map((event) => JSON.parse(event.slice(6)).choices[0]?.delta.content ?? '').join('');
};

describe.each(languages(true))('a chat in %s', (language) => {
  // One text that holds them all, so that each language is started once.
  const hostile = hostileTexts.join('\n');

  test('sends exactly the prompt, whatever it contains', async () => {
    const body = chatBody(hostile, {
      temperature: 0.3,
      seed: 7,
      tokens_per_second: 0,
      made_up: { deep: [null, hostile] },
    });
    const own = await client().chat.completions.create(body as Whole);
    await run(language, 'chat', body, ({ stdout }) => {
      const printed = replyIn(language, stdout);
      expect(printed).toBe(own.choices[0]?.text);
      expect(printed).toContain(hostileTexts[0]);
    });
  });

  test('streams the same text', async () => {
    const more = { stream_options: { include_usage: true }, tokens_per_second: 0, tokens: 60, seed: 11 };
    const body = { ...chatBody(hostile, more), model: 'sandbox/firehose' };
    const own = await client().chat.completions.create({ ...body, stream: true });
    for await (const _ of own);
    await run(
      language,
      'chat',
      body,
      ({ stdout }) => expect(streamedIn(language, stdout)).toBe(own.result().choices[0]?.text),
      true,
    );
  });

  test('reports a refusal and ends with a failure if the language can', async () => {
    const body = { ...chatBody('x'), model: 'sandbox/none' };
    const ran = run(language, 'chat', body, ({ stdout }) => {
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'model_not_found' } });
    });
    if (language === 'curl') await ran;
    else await expect(ran).rejects.toMatchObject({ stderr: expect.stringContaining('404') });
  });

  test('runs nothing that a prompt contains', async () => {
    const body = chatBody(hostile, { user: hostile, [hostileTexts[2] ?? '']: 1 });
    const before = await readdir('.');
    await run(language, 'chat', body, async (ran) => {
      await expect(ran.file('pwned')).rejects.toThrow('ENOENT');
    });
    expect(await readdir('.')).toEqual(before);
  });
});

describe.each(languages(true))('a chat with several replies in %s', (language) => {
  test('shows each of them whole', async () => {
    const body = { ...chatBody('side by side', { n: 2, seed: 3, tokens: 30 }), model: 'sandbox/firehose' };
    const own = await client().chat.completions.create({ ...body, tokens_per_second: 0 } as Whole);
    const texts = own.choices.map(({ text }) => text);
    await run(
      language,
      'chat',
      { ...body, tokens_per_second: 0 },
      ({ stdout }) => {
        if (language !== 'curl') expect(stdout).toBe(texts.map((text) => `${text}\n`).join(''));
        else expect(stdout).toContain('"index":1');
      },
      true,
    );
  });
});

describe.each(languages(true))('images in %s', (language) => {
  test.each(['b64_json', 'url'])('are the same bytes for the same seed, by %s', async (form) => {
    const body = {
      model: 'sandbox/aurora',
      prompt: `a "lake" at night, it's cold`,
      size: '512x512',
      seed: 5,
      n: 2,
    };
    const asked = { ...body, output_format: 'webp', response_format: form };
    const own = await client().images.generations.create(asked);
    const bytes = await Promise.all(own.images.map(({ source }) => bytesOf(source)));
    await run(language, 'images', asked, async ({ file }) => {
      if (language === 'curl') {
        const { data } = JSON.parse(String(await file('images.json')));
        if (form === 'b64_json')
          expect(data.map((one: { b64_json: string }) => Buffer.from(one.b64_json, 'base64'))).toEqual(bytes);
        else
          expect(data).toMatchObject([{ url: expect.stringMatching(/^http/) }, { url: expect.any(String) }]);
        return;
      }
      expect([await file('image-1.webp'), await file('image-2.webp')]).toEqual(bytes);
    });
  });
});

describe.each([
  ['with a voice', { voice: 'kal', response_format: 'wav', speed: 1.25 }, true],
  ['without one, which the libraries cannot', { response_format: 'wav' }, false],
] as const)('speech %s', (_name, more, needsLibrary) => {
  test.each(languages(needsLibrary))('is the same audio in %s', async (language) => {
    const models = await client().models.retrieve('sandbox/narrator');
    const [voice] = (models.capabilities as { voices: string[] }).voices;
    const body = {
      model: 'sandbox/narrator',
      input: `It's "fine", isn't it?`,
      ...more,
      ...('voice' in more && { voice }),
    };
    const own = await client().audio.speech.create(body as never);
    const bytes = await bytesOf(own.source);
    await run(language, 'speech', body, async ({ file }) =>
      expect((await file('speech.wav')).equals(bytes)).toBe(true),
    );
  });
});

describe('a video', () => {
  const body: Body = {
    model: 'sandbox/kinograph',
    prompt: `rain, "slowly" & it's dark`,
    duration: 1,
    resolution: '480p',
    seed: 9,
  };

  test.each(languages(false))('is polled and is the same video in %s', async (language) => {
    const job = await client().videos.generations.createAndWait(body);
    const bytes = await bytesOf(job.outputs[0]);
    await run(language, 'videos', body, async ({ file, stdout }) => {
      expect((await file('video.webm')).equals(bytes)).toBe(true);
      expect(JSON.parse(stdout)).toMatchObject({ status: 'completed', input: { seed: 9 } });
    });
  });

  test.each(languages(false))('that fails ends the code with a failure in %s', async (language) => {
    const failing = { ...body, model: 'sandbox/kinograph-flaky', fail: 'late' };
    await expect(run(language, 'videos', failing, () => undefined)).rejects.toMatchObject({ code: 1 });
  });
});

describe.each(languages(true))('the models in %s', (language) => {
  test('are those that the app lists', async () => {
    const { models } = await client().models.list();
    await run(language, 'models', {}, ({ stdout }) => {
      const ids =
        language === 'curl'
          ? JSON.parse(stdout).data.map((one: { id: string }) => one.id)
          : stdout.trim().split('\n');
      expect(ids).toEqual(models.map(({ id }) => id));
    });
  });
});

describe.each(languages(false))('jobs in %s', (language) => {
  test('are listed by status and limit, and read one by one, whatever their id', async () => {
    const prompt = 'read again';
    const made = await client().videos.generations.createAndWait({ prompt, duration: 1, resolution: '480p' });
    await run(language, 'jobs', { status: 'completed', limit: 1 }, ({ stdout }) => {
      expect(JSON.parse(stdout)).toMatchObject({ object: 'list', data: [{ id: made.id }] });
    });
    await run(language, 'job', { id: made.id }, ({ stdout }) => {
      expect(JSON.parse(stdout)).toMatchObject({ id: made.id, status: 'completed', input: { prompt } });
    });
    const odd = run(language, 'job', { id: '../models?x=1#"$(id)' }, ({ stdout }) => {
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'job_not_found' } });
    });
    if (language === 'curl') await odd;
    else await expect(odd).rejects.toMatchObject({ stderr: expect.stringContaining('404') });
  });
});

describe.each(languages(true))('one model in %s', (language) => {
  test('is the record that the app shows', async () => {
    await run(language, 'model', { id: 'sandbox/narrator' }, ({ stdout }) => {
      if (language === 'typescript') expect(stdout).toContain("id: 'sandbox/narrator'");
      else expect(JSON.parse(stdout)).toMatchObject({ id: 'sandbox/narrator' });
    });
  });
});

test.skipIf(!hasCurl)('a recorded call with a body too long for an argument runs too', async () => {
  const text = JSON.stringify(chatBody(`${'word '.repeat(30_000)}'"$(id)`, { max_tokens: 5 }));
  const code = callToCurl({
    ...{ method: 'POST', url: `${sandbox.baseUrl}/chat/completions`, eventCount: 0 },
    requestHeaders: [
      ['authorization', 'Bearer $GATEHOUSE_API_KEY'],
      ['content-type', 'application/json'],
      ['idempotency-key', 'once'],
    ],
    requestBody: {
      kind: 'text',
      contentType: 'application/json',
      bytes: text.length,
      text,
      leftOutBytes: 0,
      tail: '',
    },
  } as never);
  expect(code).not.toContain('once');
  await runSnippet('curl', code ?? '', sandbox.apiKey, ({ stdout }) => {
    expect(JSON.parse(stdout)).toMatchObject({ object: 'chat.completion', usage: { completion_tokens: 5 } });
  });
});
