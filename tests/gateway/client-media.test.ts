import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sniffMediaType } from '../../electron/gateway/parse/media-type';
import type { MediaSource } from '../../electron/gateway/types/media';
import { apiKey, connect, failureOf, vendorMeta } from '../support/gateway-client';
import {
  cut,
  type HostileServer,
  hang,
  json,
  type Script,
  startHostileServer,
  wait,
} from '../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(24, 7)]);
const mp3 = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(24, 7)]);
const pngSource: MediaSource = { kind: 'bytes', bytes: new Uint8Array(png), contentType: 'image/png' };
const mp3Source: MediaSource = { kind: 'bytes', bytes: new Uint8Array(mp3), contentType: 'audio/mpeg' };
const pngText = png.toString('base64');
const mp3Text = mp3.toString('base64');
const remote: MediaSource = { kind: 'url', url: 'https://cdn.example/a.png?sig=1' };

const paint = () => connect(server).client.images.generations.create({ model: 'm', prompt: 'p', n: 2 });
const speak = () => connect(server).client.audio.speech.create({ model: 'm', input: 'i', voice: 'v' });

describe('an image reply', () => {
  it.each([
    ['data[].b64_json', { data: [{ b64_json: pngText }] }, pngSource],
    ['data[].base64', { data: [{ base64: pngText }] }, pngSource],
    ['data[].url', { data: [{ url: remote.url }] }, remote],
    ['a data URL of another name', { data: [{ url: `data:image/jpeg;base64,${pngText}` }] }, pngSource],
    ['a bare address', { data: [remote.url] }, remote],
    ['bare base64', { images: [pngText] }, pngSource],
    ['base64 in lines', { images: [pngText.replaceAll(/(.{10})/g, '$1\r\n')] }, pngSource],
    ['URL-safe base64', { images: [pngText.replaceAll('+', '-').replaceAll('/', '_')] }, pngSource],
    ['a bare data URL', { images: [`data:image/png;base64,${pngText}`] }, pngSource],
    ['images[].url', { images: [{ url: remote.url }] }, remote],
    ['image_url.url', { images: [{ image_url: { url: remote.url } }] }, remote],
    ['one item, no list', { data: { url: remote.url } }, remote],
  ])('is read from %s', async (_name, body, source) => {
    server.script(json(body));
    expect((await paint()).images).toEqual([{ source, revisedPrompt: null }]);
  });

  it('keeps order, revised prompts and credits, and skips items that are not images', async () => {
    const data = [{ b64_json: pngText, revised_prompt: 'better' }, { note: 'none' }, { url: remote.url }];
    server.script(json({ created: 1, data, ...vendorMeta }));
    const { images, meta, raw } = await paint();
    expect(images).toEqual([
      { source: pngSource, revisedPrompt: 'better' },
      { source: remote, revisedPrompt: null },
    ]);
    expect(meta.credits).toEqual({ used: 0.4, remaining: 99.6 });
    expect(raw).toMatchObject({ created: 1 });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ model: 'm', prompt: 'p', n: 2 });
  });

  it('completes a relative address with the base URL', async () => {
    server.script(json({ data: [{ url: '/media/a.png' }] }));
    expect((await paint()).images[0]?.source).toEqual({ kind: 'url', url: `${server.origin}/media/a.png` });
  });

  it.each([
    ['no list', {}],
    ['a file of this computer', { data: [{ url: 'file:///etc/passwd' }] }],
    ['a script', { data: [{ url: 'javascript:alert(1)' }] }],
    ['words', { data: ['sorry, no image'] }],
  ])('is malformed with %s', async (_name, body) => {
    server.script(json(body));
    expect(await failureOf(paint())).toMatchObject({ errorCode: 'malformed_response', outcomeUnknown: true });
  });

  it('names an image format that can contain scripts by its own type', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    server.script(json({ data: [{ url: `data:image/svg+xml;base64,${svg}` }] }));
    expect((await paint()).images[0]?.source).toMatchObject({ kind: 'bytes', contentType: 'image/svg+xml' });
  });
});

describe('a speech reply', () => {
  it.each([
    ['bytes', 'audio/mpeg'],
    ['bytes under a wrong name', 'application/octet-stream'],
    ['bytes called JSON', 'application/json'],
  ])('is read from %s, with credits in headers', async (_name, type) => {
    const headers = { 'content-type': type, 'x-brand-credits-used': '0.3', 'x-brand-credits-remaining': '9' };
    server.script({ headers, body: [mp3.subarray(0, 5), mp3.subarray(5)] });
    const { source, meta } = await speak();
    expect(source).toEqual(mp3Source);
    expect(meta.credits).toEqual({ used: 0.3, remaining: 9 });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ model: 'm', input: 'i', voice: 'v' });
  });

  it.each([
    ['audio', { audio: mp3Text }],
    ['audio.data', { audio: { data: mp3Text, format: 'mp3' } }],
    ['data', { data: mp3Text }],
    ['b64_json', { b64_json: mp3Text }],
    ['audio_base64', { audio_base64: mp3Text }],
    ['data, a list as of images', { data: [{ b64_json: mp3Text }] }],
  ])('is read from JSON under %s', async (_name, body) => {
    server.script(json({ ...body, ...vendorMeta }));
    const { source, meta } = await speak();
    expect(source).toEqual(mp3Source);
    expect(meta.credits.used).toBe(0.4);
  });

  it('is read from JSON with an address', async () => {
    const address = { url: 'https://cdn.example/a.mp3' };
    for (const body of [address, { data: [address] }, { audio: [address] }]) {
      server.script(json(body));
      expect((await speak()).source).toEqual({ kind: 'url', ...address });
    }
  });

  it('makes WAV of samples at the declared rate', async () => {
    server.script({ headers: { 'content-type': 'audio/L16; rate=16000' }, body: [Buffer.alloc(32, 1)] });
    const { source } = await speak();
    expect(source).toMatchObject({ kind: 'bytes', contentType: 'audio/wav' });
    const file = source?.kind === 'bytes' ? Buffer.from(source.bytes) : Buffer.alloc(0);
    expect([file.readUInt32LE(24), file.subarray(44)]).toEqual([16_000, Buffer.alloc(32, 1)]);
  });

  it.each([
    ['a page called sound', { headers: { 'content-type': 'audio/mpeg' }, body: ['<html>Sign in</html>'] }],
    ['nothing', { headers: { 'content-type': 'audio/mpeg' } }],
    ['JSON without sound', json({ ok: true })],
    ['words', { headers: { 'content-type': 'application/zip' }, body: ['Sorry, no sound today.'] }],
  ])('is malformed as %s', async (_name, script) => {
    server.script(script);
    expect(await failureOf(speak())).toMatchObject({ errorCode: 'malformed_response', outcomeUnknown: true });
  });

  it('is an error if JSON with a good status contains one', async () => {
    server.script(json({ error: { code: 'bad_voice', message: 'No such voice.' } }));
    expect(await failureOf(speak())).toMatchObject({ errorCode: 'bad_voice', message: 'No such voice.' });
  });
});

/** A tone as 16-bit samples; the first is −1, which is also the sync of MPEG frames. */
const samples = Buffer.alloc(960);
for (let at = 0; at < 480; at++)
  samples.writeInt16LE(at === 0 ? -1 : Math.round(9_000 * Math.sin(at / 9)), at * 2);
const bigEndian = Buffer.from(samples).swap16();
const sampleText = samples.toString('base64');
const oddGif = Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1');

describe('raw samples become WAV', () => {
  const raw = (type: string, body: Buffer = samples) => ({ headers: { 'content-type': type }, body: [body] });
  const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
  it.each<[string, Script, number]>([
    ['audio/pcm', raw('audio/pcm'), 24_000],
    ['audio/pcm with a rate', raw('audio/pcm;rate=44100'), 44_100],
    ['audio/L16, little-endian as gateways send it', raw('audio/L16;codec=pcm;rate=24000'), 24_000],
    ['audio/L16, big-endian as RFC 2586 says', raw('audio/L16;rate=16000;channels=1', bigEndian), 16_000],
    ['audio/x-raw', raw('audio/x-raw;format=S16LE;rate=22050'), 22_050],
    ['octet-stream where PCM was asked for', raw('application/octet-stream'), 24_000],
    ['JSON with a rate', json({ audio: sampleText, format: 'pcm', sample_rate: 22_050 }), 22_050],
    ['JSON with a media type', json({ data: sampleText, mime_type: 'audio/L16;rate=8000' }), 8_000],
    ['a data URL', json({ url: `data:audio/pcm;rate=48000;base64,${sampleText}` }), 48_000],
    [
      'events of a stream',
      {
        headers: { 'content-type': 'text/event-stream' },
        body: [
          event({ type: 'speech.audio.delta', audio: samples.subarray(0, 400).toString('base64') }),
          event({ type: 'speech.audio.delta', audio: samples.subarray(400).toString('base64') }),
          event({ type: 'speech.audio.done', usage: {} }),
        ],
      },
      24_000,
    ],
  ])('from %s', async (_name, script, rateHz) => {
    server.script(script);
    const { client } = connect(server);
    const params = { model: 'm', input: 'i', voice: 'v', response_format: 'pcm' };
    const { source } = await client.audio.speech.create(params);
    const file = source?.kind === 'bytes' ? Buffer.from(source.bytes) : Buffer.alloc(44);
    expect(source).toMatchObject({ contentType: 'audio/wav' });
    expect([file.readUInt32LE(24), file.readUInt32LE(40)]).toEqual([rateHz, samples.length]);
    expect(file.subarray(44).equals(samples)).toBe(true);
  });
});

describe('a result in an unusual form', () => {
  const gif: MediaSource = { kind: 'bytes', bytes: new Uint8Array(oddGif), contentType: 'image/gif' };
  it.each<[string, Script, MediaSource]>([
    ['the image itself', { headers: { 'content-type': 'image/png' }, body: [png] }, pngSource],
    ['base64 as plain text', { headers: { 'content-type': 'text/plain' }, body: [pngText] }, pngSource],
    [
      'hex as plain text',
      { headers: { 'content-type': 'text/plain' }, body: [png.toString('hex')] },
      pngSource,
    ],
    ['hex in JSON', json({ data: [{ hex: png.toString('hex') }] }), pngSource],
    [
      'a percent-encoded data URL',
      json({ data: [`data:image/gif,${escape(oddGif.toString('latin1'))}`] }),
      gif,
    ],
    [
      'a data URL with parameters',
      json({ data: [`data:image/png;name=a.png;base64,${pngText}`] }),
      pngSource,
    ],
    ['bytes beside an address', json({ data: [{ url: remote.url, b64_json: pngText }] }), pngSource],
    [
      'a word beside the bytes',
      json({ data: [{ url: 'image-0123456789abcdef', b64_json: pngText }] }),
      pngSource,
    ],
    [
      'several addresses',
      json({ data: [{ url: remote.url, download_url: 'https://b.example/a.png' }] }),
      { ...remote, alternatives: ['https://b.example/a.png'] },
    ],
  ])('is read from %s', async (_name, script, source) => {
    server.script(script);
    expect((await paint()).images).toEqual([{ source, revisedPrompt: null }]);
  });

  it('is the finished job of a video call that answers the video itself', async () => {
    server.script({ headers: { 'content-type': 'video/mp4' }, body: [oddGif] });
    const job = await connect(server).client.videos.generations.create({ model: 'm', prompt: 'p' });
    expect(job).toMatchObject({ status: 'completed', outputs: [gif] });
  });

  it('is read from JSON of more than 64 MB', async () => {
    const large = Buffer.concat([png, Buffer.alloc(52 * 1_048_576)]);
    server.script(json({ data: [{ b64_json: large.toString('base64') }] }));
    const [image] = (await paint()).images;
    expect(image?.source.kind === 'bytes' && large.equals(image.source.bytes)).toBe(true);
  });
});

describe('the type of bytes', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  it.each([
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/webp', 'RIFF....WEBPVP8 '],
    ['image/gif', 'GIF89a'],
    ['audio/wav', 'RIFF....WAVEfmt '],
    ['audio/ogg', 'OggS'],
    ['audio/flac', 'fLaC'],
    ['audio/mpeg', 'ID3\x04\0\0\0\0\0\0'],
    // Two bytes of sync are no sound: samples may begin so.
    [null, '\xff\xfb\x90\x64'],
    [null, '\xff\xf1\x50\x80'],
    ['audio/mp4', '....ftypM4A '],
    ['video/mp4', '....ftypisom'],
    ['video/webm', '\x1a\x45\xdf\xa3\x87\x42\x82\x84webm'],
    [null, 'plain text'],
    [null, ''],
  ])('is %s, whatever its name', (type, start) => {
    expect(sniffMediaType(bytes(start))).toBe(type);
  });
});

describe('a download', () => {
  const read = async (pieces: AsyncIterable<Uint8Array>) => {
    let text = '';
    for await (const piece of pieces) text += Buffer.from(piece).toString();
    return text;
  };

  it('never sends the key to another origin, nor to a redirect target there', async () => {
    const other = await startHostileServer();
    other.script({ status: 302, headers: { location: `${server.origin}/file` } });
    server.script({ headers: { 'content-type': 'video/mp4', 'content-length': '5' }, body: ['bytes'] });
    const { pieces, contentType, sizeBytes } = await connect(server).client.download(`${other.origin}/file`);
    expect({ contentType, sizeBytes, text: await read(pieces) }).toEqual({
      contentType: 'video/mp4',
      sizeBytes: 5,
      text: 'bytes',
    });
    expect(JSON.stringify([...server.requests, ...other.requests])).not.toContain(apiKey.slice(0, 6));
    await other.close();
  });

  it('sends no key to another origin even if that requires one', async () => {
    const other = await startHostileServer();
    other.script({ status: 401 });
    expect((await failureOf(connect(server).client.download(`${other.origin}/file`))).statusCode).toBe(401);
    expect(other.requests).toHaveLength(1);
    await other.close();
  });

  it('sends the key to the gateway itself if that requires one, and then follows no redirect', async () => {
    server.script({ status: 401 }, { body: ['bytes'] });
    const { client } = connect(server);
    expect(await read((await client.download(`${server.origin}/file`)).pieces)).toBe('bytes');
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      `Bearer ${apiKey}`,
    ]);
    server.script({ status: 401 }, { status: 302, headers: { location: 'https://evil.example/' } });
    expect((await failureOf(client.download(`${server.origin}/file`))).message).toContain('evil.example');
  });

  it.each(['file:///etc/passwd', 'javascript:1', 'nonsense', ''])('refuses the address "%s"', async (url) => {
    expect(await failureOf(connect(server).client.download(url))).toMatchObject({
      errorCode: 'malformed_response',
    });
  });

  it('fails if it is cut, silent, too large or aborted', async () => {
    const fail = async (body: Script, options = {}, timeouts = {}) => {
      server.script(body);
      // On a busy machine the time can be over before the first byte is there.
      const whole = async () => {
        const { client } = connect(server, { timeouts });
        const { pieces } = await client.download(`${server.origin}/file`, options);
        return read(pieces);
      };
      return (await failureOf(whole())).errorCode;
    };
    expect(await fail({ headers: { 'content-length': '9' }, body: ['a', wait(20), cut] })).toBe(
      'network_error',
    );
    expect(await fail({ body: ['a', hang] }, {}, { idleMs: 60 })).toBe('timeout');
    expect(await fail({ body: ['a'.repeat(100)] }, { maxBytes: 99 })).toBe('malformed_response');
    expect(await fail({ body: ['a', hang] }, { signal: AbortSignal.timeout(60) })).toBe('aborted');
  });
});
