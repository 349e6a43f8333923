/** `POST /audio/speech`, over HTTP and with the unmodified `openai` package. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitSpokenText, toSpokenText } from '../../electron/sandbox/media/speech/spoken-text';
import { gaplessOf, mp3FrameAt } from '../../shared/media/mp3-frame';
import { decodedSamples } from '../support/ffmpeg';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { readError, send } from '../support/sandbox-http';
import { brightness, loudness, pitch, readWav, type Sound } from '../support/sound';
import { tempFolder } from '../support/temp-folder';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

const text = 'The quick brown fox jumps over the lazy dog.';
const body = { model: 'sandbox/narrator', input: text };
const voices = ['clara', 'ross', 'duncan', 'vera', 'pip', 'bruno', 'robin', 'dispatch'];

const post = (more: object = {}, headers: Record<string, string> = {}) =>
  send(sandbox, { path: '/audio/speech', body: JSON.stringify({ ...body, ...more }), headers });

async function bytesOf(response: Response): Promise<Buffer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status, bytes.toString('utf8', 0, 300)).toBe(200);
  return bytes;
}

const speak = async (more: object = {}): Promise<Sound> =>
  readWav(await bytesOf(await post({ response_format: 'wav', ...more })));

describe('a voice', () => {
  it('speaks at a natural pace and a good loudness, each of the eight', async () => {
    for (const voice of voices) {
      const sound = await speak({ voice });
      expect(sound.seconds, voice).toBeGreaterThan(2);
      expect(sound.seconds, voice).toBeLessThan(5);
      expect(loudness(sound), voice).toBeGreaterThan(0.06);
      expect(loudness(sound), voice).toBeLessThan(0.3);
    }
  });

  it('differs from every other: in pitch, in brightness or in pace', async () => {
    const heard = await Promise.all(
      voices.map(async (voice) => {
        const sound = await speak({ voice });
        return { voice, pitch: pitch(sound), brightness: brightness(sound), seconds: sound.seconds };
      }),
    );
    const apart = (one: number, other: number) => Math.abs(Math.log(one / other));
    for (const [index, one] of heard.entries()) {
      for (const other of heard.slice(index + 1)) {
        const distance =
          apart(one.pitch, other.pitch) +
          apart(one.brightness, other.brightness) +
          apart(one.seconds, other.seconds);
        expect(distance, `${one.voice} and ${other.voice}`).toBeGreaterThan(0.15);
      }
    }
  });

  it('has the expected pitch: pip above clara above vera, bruno below ross', async () => {
    const [pip, clara, vera, ross, bruno] = await Promise.all(
      ['pip', 'clara', 'vera', 'ross', 'bruno'].map(async (voice) => pitch(await speak({ voice }))),
    );
    expect(pip).toBeGreaterThan((clara ?? 0) * 1.15);
    expect(clara).toBeGreaterThan((vera ?? 0) * 1.15);
    expect(ross).toBeGreaterThan((bruno ?? 0) * 1.1);
  });

  it.each(['ash', 'ballad', 'cedar', 'coral', 'marin', 'sage', 'verse'])(
    'speaks as OpenAI’s voice %s too',
    async (voice) => {
      expect((await post({ voice })).status).toBe(200);
    },
  );

  it('is also known by the names of OpenAI’s voices', async () => {
    expect(await bytesOf(await post({ voice: 'alloy' }))).toEqual(
      await bytesOf(await post({ voice: 'clara' })),
    );
  });

  it('speaks faster and slower at the same pitch', async () => {
    const usual = await speak();
    const fast = await speak({ speed: 2 });
    const slow = await speak({ speed: 0.25 });
    expect(usual.seconds / fast.seconds).toBeCloseTo(2, 0);
    expect(slow.seconds / usual.seconds).toBeGreaterThan(3.5);
    expect(pitch(slow) / pitch(usual)).toBeCloseTo(1, 1);
    expect((await speak({ speed: 4 })).seconds).toBeLessThan(usual.seconds / 3);
  });

  it('follows what instructions say of the pace, and of nothing else', async () => {
    const usual = await speak();
    const slow = await speak({ instructions: 'Speak slowly, please' });
    expect(slow.seconds / usual.seconds).toBeCloseTo(1.25, 1);
    expect((await speak({ instructions: 'in a hurry' })).seconds).toBeLessThan(usual.seconds * 0.9);
    expect((await speak({ instructions: 'like a pirate' })).seconds).toBe(usual.seconds);
  });

  it('speaks the same text as the same bytes', async () => {
    for (const response_format of ['mp3', 'wav', 'ogg', 'opus', 'flac', 'pcm']) {
      const [one, other] = await Promise.all([post({ response_format }), post({ response_format })]);
      expect(await bytesOf(one)).toEqual(await bytesOf(other));
    }
  });
});

describe('a file of speech', () => {
  it.each([
    [undefined, 'audio/mpeg', /^ff(f2|f3|e3)/],
    ['mp3', 'audio/mpeg', /^ff(f2|f3|e3)/],
    ['wav', 'audio/wav', /^52494646.{8}57415645/],
    ['ogg', 'audio/ogg; codecs=vorbis', /^4f676753.{48}01766f72626973/],
    ['opus', 'audio/ogg; codecs=opus', /^4f676753.{48}4f70757348656164/],
    ['flac', 'audio/flac', /^664c6143/],
    ['pcm', 'audio/pcm; rate=24000', /^/],
  ])('as %s is really %s', async (response_format, type, magic) => {
    const response = await post({ response_format });
    expect(response.headers.get('content-type')).toBe(type);
    const bytes = await bytesOf(response);
    expect(bytes.toString('hex', 0, 64)).toMatch(magic);
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
  });

  it('as mp3 states how much of its frames is speech, to the sample', async () => {
    const [mp3, wav] = await Promise.all([
      bytesOf(await post({ response_format: 'mp3' })),
      bytesOf(await post({ response_format: 'wav' })),
    ]);
    const { delay, padding } = gaplessOf(mp3) ?? { delay: Number.NaN, padding: Number.NaN };
    let samples = -delay - padding;
    const info = mp3FrameAt(mp3)?.bytes ?? 0;
    for (let at = info; at < mp3.length; at += mp3FrameAt(mp3, at)?.bytes ?? mp3.length)
      samples += mp3FrameAt(mp3, at)?.samples ?? 0;
    expect(samples).toBe(readWav(wav).samples.length);
  });

  it.each(['mp3', 'flac', 'opus', 'pcm'])('as %s plays as long as the WAV, to the sample', async (format) => {
    const [wav, other] = await Promise.all([speak(), post({ response_format: format }).then(bytesOf)]);
    const path = join(tempFolder(), `sound.${format}`);
    writeFileSync(path, other);
    const { length } = wav.samples;
    if (format === 'pcm') expect(Math.abs(other.length / 2 - length * 1.5)).toBeLessThan(5);
    else expect(decodedSamples(path).length).toBe(format === 'opus' ? length * 3 : length);
    if (format !== 'flac') return;
    const exact = wav.samples.map((sample) => sample * 32_768);
    expect(decodedSamples(path)).toEqual(Int16Array.from(exact));
    expect(other.length).toBeLessThan(length * 1.5);
  });

  it('has no AAC: a 400 that names what there is, and is free', async () => {
    const before = await sandbox.account();
    const response = await post({ response_format: 'aac' });
    expect(response.status).toBe(400);
    expect((await readError(response)).error).toMatchObject({
      code: 'invalid_request',
      details: { supported: ['mp3', 'opus', 'flac', 'wav', 'pcm', 'ogg'] },
      param: 'response_format',
      message:
        'response_format: AAC isn’t encoded here; mp3 and opus are as small. It must be one of mp3, opus, flac, wav, pcm, ogg',
    });
    expect(await sandbox.account()).toMatchObject({ balance: before.balance, held: 0 });
  });

  it('comes inside JSON if JSON is requested', async () => {
    const response = await post({ response_format: 'wav' }, { accept: 'application/json' });
    const reply = await response.json();
    expect(reply).toEqual({
      audio: { data: expect.any(String), format: 'wav', content_type: 'audio/wav' },
      gatehouse: {
        credits_used: expect.closeTo(text.length * 0.0015, 6),
        credits_remaining: expect.any(Number),
      },
    });
    expect(Buffer.from(reply.audio.data, 'base64')).toEqual(
      await bytesOf(await post({ response_format: 'wav' })),
    );
  });

  it('contains four thousand characters of prose', async () => {
    const input = `${'Once upon a time there was a small house by the sea. '.repeat(75)}The end, my friend, is here.`;
    expect(input.length).toBeGreaterThan(3990);
    const { seconds } = await speak({ input: input.slice(0, 4000), voice: 'robin', speed: 1.5 });
    expect(seconds).toBeGreaterThan(100);
    expect(seconds).toBeLessThan(220);
  });
});

describe('the cost of speech', () => {
  it('is the price per character, stated in headers, charged once', async () => {
    const before = await sandbox.account();
    const response = await post({ input: 'Ten chars!' });
    await bytesOf(response);
    expect(Number(response.headers.get('x-gatehouse-credits-used'))).toBe(0.015);
    const after = await sandbox.account();
    expect(Number(response.headers.get('x-gatehouse-credits-remaining'))).toBe(after.balance);
    expect(after.balance).toBeCloseTo(before.balance - 0.015, 6);
    expect(after.charges[0]).toMatchObject({ operation: 'audio.speech', credits: 0.015, state: 'completed' });
  });

  it('is charged once for the same Idempotency-Key, with the same bytes again', async () => {
    const key = { 'idempotency-key': 'speech-1' };
    const before = await sandbox.account();
    const first = await post({}, key);
    const again = await post({}, key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await bytesOf(again)).toEqual(await bytesOf(first));
    expect((await sandbox.account()).chargeCount).toBe(before.chargeCount + 1);
    expect((await readError(await post({ speed: 2 }, key))).error.code).toBe('idempotency_conflict');
  });
});

describe('text that the voices can’t speak', () => {
  it.each([
    ['Привет, мир! Ёлка', 'Privet, mir! Yolka'],
    ['Ελληνικά', 'Ellinika'],
    ['Café naïve Zoë', 'Cafe naive Zoe'],
    ['½ cup — “yes” 5€', 'one half cup , "yes" 5 euros'],
    ['ﬁne ＡＢＣ', 'fine ABC'],
    ['42 हिन्दी', '42'],
    ['日本語', ''],
    ['😀!', ''],
    ['... — ...', ''],
  ])('%s becomes "%s"', (given, spoken) => {
    expect(toSpokenText(given)).toBe(spoken);
  });

  it('is cut at sentences, and no word is lost', () => {
    const sentences = Array.from({ length: 60 }, (_, index) => `Sentence number ${index} is here.`).join(' ');
    const pieces = splitSpokenText(sentences);
    expect(pieces.join(' ')).toBe(sentences);
    for (const piece of pieces) {
      expect(piece.length).toBeLessThanOrEqual(400);
      expect(piece).toMatch(/\.$/);
    }
    expect(splitSpokenText('a'.repeat(1000)).join('')).toBe('a'.repeat(1000));
  });

  it('is a 400 that names the input if nothing is left to speak', async () => {
    for (const input of ['日本語', '😀', '...', ' ', '"?!"']) {
      expect((await readError(await post({ input }))).error).toMatchObject({
        code: 'invalid_request',
        param: 'input',
      });
    }
  });
});

describe('invalid requests', () => {
  it.each([
    [{ model: undefined }, 'model'],
    [{ input: undefined }, 'input'],
    [{ input: '' }, 'input'],
    [{ voice: 'nobody' }, 'voice'],
    [{ voice: 'constructor' }, 'voice'],
    [{ response_format: 'aac' }, 'response_format'],
    [{ speed: 0.2 }, 'speed'],
    [{ speed: 4.1 }, 'speed'],
    [{ speed: '1' }, 'speed'],
    [{ stream_format: 'sse' }, 'stream_format'],
  ])('%j is a 400 that names the field', async (change, param) => {
    const response = await post(change);
    expect(response.status).toBe(400);
    expect((await readError(response)).error).toMatchObject({ code: 'invalid_request', param });
  });

  it('more than 4,000 characters are a 400', async () => {
    const response = await post({ input: 'a'.repeat(4001) });
    expect(response.status).toBe(400);
    expect((await readError(response)).error).toMatchObject({ code: 'invalid_request', param: 'input' });
  });

  it('counts characters as people do: 4,000 of two units each are not too many', async () => {
    const response = await post({ input: `${'😀'.repeat(3990)} well` });
    expect(response.status).toBe(200);
  });

  it('a speech of more than half an hour is a 400, and free', async () => {
    const before = await sandbox.account();
    const response = await post({
      input: '9'.repeat(4000),
      speed: 0.25,
      voice: 'robin',
      response_format: 'ogg',
    });
    expect((await readError(response)).error).toMatchObject({ code: 'invalid_request', param: 'input' });
    expect(await sandbox.account()).toMatchObject({ balance: before.balance, held: 0 });
  });
});

describe('the openai package', () => {
  it('generates speech unmodified', async () => {
    const client = new OpenAI({ baseURL: sandbox.baseUrl, apiKey: sandbox.apiKey });
    const response = await client.audio.speech.create({ ...body, voice: 'nova', response_format: 'wav' });
    expect(readWav(Buffer.from(await response.arrayBuffer())).seconds).toBeGreaterThan(2);
    await expect(client.audio.speech.create({ ...body, model: 'none', voice: 'nova' })).rejects.toThrow(
      OpenAI.NotFoundError,
    );
  });
});
