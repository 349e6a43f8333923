import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sniffMediaType } from '../../electron/gateway/parse/media-type';
import type { MediaSource } from '../../electron/gateway/types';
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
    ['an empty list', { data: [] }],
    ['a file of this computer', { data: [{ url: 'file:///etc/passwd' }] }],
    ['a script', { data: [{ url: 'javascript:alert(1)' }] }],
    ['words', { data: ['sorry, no image'] }],
  ])('is malformed with %s', async (_name, body) => {
    server.script(json(body));
    expect(await failureOf(paint())).toMatchObject({ errorCode: 'malformed_response', outcomeUnknown: true });
  });

  it('gives no type to an image format that can contain scripts', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    server.script(json({ data: [{ url: `data:image/svg+xml;base64,${svg}` }] }));
    expect((await paint()).images[0]?.source).toMatchObject({ kind: 'bytes', contentType: null });
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
  ])('is read from JSON under %s', async (_name, body) => {
    server.script(json({ ...body, ...vendorMeta }));
    const { source, meta } = await speak();
    expect(source).toEqual(mp3Source);
    expect(meta.credits.used).toBe(0.4);
  });

  it('is read from JSON with an address', async () => {
    server.script(json({ url: 'https://cdn.example/a.mp3' }));
    expect((await speak()).source).toEqual({ kind: 'url', url: 'https://cdn.example/a.mp3' });
  });

  it('trusts the declared type of audio without a signature', async () => {
    server.script({ headers: { 'content-type': 'audio/L16; rate=16000' }, body: [Buffer.alloc(32, 1)] });
    expect((await speak()).source).toMatchObject({ kind: 'bytes', contentType: 'audio/l16' });
  });

  it.each([
    ['a page called sound', { headers: { 'content-type': 'audio/mpeg' }, body: ['<html>Sign in</html>'] }],
    ['nothing', { headers: { 'content-type': 'audio/mpeg' } }],
    ['JSON without sound', json({ ok: true })],
    ['bytes of no kind', { headers: { 'content-type': 'application/zip' }, body: ['PK\x03\x04'] }],
  ])('is malformed as %s', async (_name, script) => {
    server.script(script);
    expect(await failureOf(speak())).toMatchObject({ errorCode: 'malformed_response', outcomeUnknown: true });
  });

  it('is an error if JSON with a good status contains one', async () => {
    server.script(json({ error: { code: 'bad_voice', message: 'No such voice.' } }));
    expect(await failureOf(speak())).toMatchObject({ errorCode: 'bad_voice', message: 'No such voice.' });
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
    ['audio/mpeg', 'ID3\x04'],
    ['audio/mpeg', '\xff\xfb\x90\x64'],
    ['audio/aac', '\xff\xf1\x50\x80'],
    ['audio/mp4', '....ftypM4A '],
    ['video/mp4', '....ftypisom'],
    ['video/webm', '\x1a\x45\xdf\xa3'],
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
      const { pieces } = await connect(server, { timeouts }).client.download(
        `${server.origin}/file`,
        options,
      );
      return (await failureOf(read(pieces))).errorCode;
    };
    expect(await fail({ headers: { 'content-length': '9' }, body: ['a', wait(20), cut] })).toBe(
      'network_error',
    );
    expect(await fail({ body: ['a', hang] }, {}, { idleMs: 60 })).toBe('timeout');
    expect(await fail({ body: ['a'.repeat(100)] }, { maxBytes: 99 })).toBe('malformed_response');
    expect(await fail({ body: ['a', hang] }, { signal: AbortSignal.timeout(60) })).toBe('aborted');
  });
});
