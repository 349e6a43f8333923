import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCapabilities, readPricing, toModel } from '../../electron/gateway/parse/catalogue';
import { connect, failureOf } from '../support/gateway-client';
import { type HostileServer, json, startHostileServer } from '../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const list = async () => (await connect(server).client.models.list()).models;
const pricing = { currency: 'credits', unit: 'token', input: 0.5, output: 1.5 };
const capabilities = { modalities: { input: ['text'], output: ['text'] }, streaming: true };

describe('the model list', () => {
  it('is read with owner, date, pricing and capabilities', async () => {
    const record = {
      id: 'v/m',
      object: 'model',
      owned_by: 'v',
      created: 1_700_000_000,
      brand: { pricing, capabilities },
    };
    server.script(json({ object: 'list', data: [record], brand: { credits_used: 0, credits_remaining: 5 } }));
    const { models, meta } = await connect(server).client.models.list();
    expect(models).toEqual([
      { id: 'v/m', ownedBy: 'v', created: 1_700_000_000, pricing, capabilities, raw: record },
    ]);
    expect(meta.credits).toEqual({ used: 0, remaining: 5 });
    expect(server.requests[0]).toMatchObject({ method: 'GET', url: '/api/v1/models', body: '' });
  });

  it.each([
    ['{ models }', { models: [{ id: 'a' }] }],
    ['a bare list', [{ id: 'a' }]],
    ['bare ids', { data: ['a'] }],
    ['records without ids among others', { data: [{ name: 'x' }, null, 7, { id: '' }, { id: 'a' }] }],
  ])('is read from %s', async (_name, body) => {
    server.script(json(body));
    expect((await list()).map(({ id }) => id)).toEqual(['a']);
  });

  it.each([
    ['in the record itself', { pricing, capabilities }],
    ['in one object', { x: { pricing, capabilities } }],
    ['in two objects', { x: { pricing }, y: { capabilities } }],
  ])('has pricing and capabilities %s', async (_name, more) => {
    server.script(json({ data: [{ id: 'a', ...more }] }));
    expect(await list()).toMatchObject([{ pricing, capabilities }]);
  });

  it.each([
    ['a page', { body: ['<html>'] }],
    ['no list', json({ ok: true })],
    ['text', { body: ['models'] }],
  ])('is malformed as %s', async (_name, script) => {
    server.script(script);
    expect(await failureOf(list())).toMatchObject({ errorCode: 'malformed_response', outcomeUnknown: false });
  });
});

describe('one model', () => {
  it('is requested with the slashes of its id unescaped', async () => {
    server.script(json({ id: 'v/m 1' }), json({ data: { id: 'x' } }));
    const { client } = connect(server);
    expect(await client.models.retrieve('v/m 1')).toMatchObject({
      id: 'v/m 1',
      pricing: null,
      meta: { statusCode: 200 },
    });
    expect((await client.models.retrieve('a/../b')).id).toBe('x');
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/api/v1/models/v/m%201',
      '/api/v1/models/a%2F..%2Fb',
    ]);
  });

  it('may not exist', async () => {
    server.script(json({ error: { code: 'model_not_found', message: 'No such model.' } }, 404));
    expect(await failureOf(connect(server).client.models.retrieve('x'))).toMatchObject({
      errorCode: 'model_not_found',
    });
  });
});

describe('other paths', () => {
  it('come from one table', async () => {
    server.script(json({ data: [] }), json({ id: 'a' }));
    const { client } = connect(server, {
      paths: { models: '/v2/catalogue', model: '/v2/catalogue/{id}/card' },
    });
    await client.models.list();
    await client.models.retrieve('a');
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/api/v1/v2/catalogue',
      '/api/v1/v2/catalogue/a/card',
    ]);
  });

  it('are joined to a base URL with or without a trailing slash', async () => {
    server.script(json({ data: [] }));
    await connect({ baseUrl: `${server.baseUrl}//` }).client.models.list();
    expect(server.requests[0]?.url).toBe('/api/v1/models');
  });
});

describe('pricing', () => {
  it.each([
    [pricing, { unit: 'token', input: 0.5, output: 1.5 }],
    [
      { unit: 'image', per_unit: '4' },
      { unit: 'image', perUnit: 4 },
    ],
    [
      { unit: 'second', by_resolution: { '720p': 2.4, '8k': 'much' } },
      { unit: 'second', byResolution: { '720p': 2.4 } },
    ],
    [
      { unit: 'character', per_unit: 0 },
      { unit: 'character', perUnit: 0 },
    ],
    [
      { unit: 'token', input: -1, output: 2 },
      { unit: 'token', output: 2 },
    ],
    [{ unit: 'token' }, null],
    [{ unit: 'fortnight', per_unit: 1 }, null],
    [{ unit: 'token', currency: 'EUR', input: 1 }, null],
    ['cheap', null],
    [null, null],
    [[1], null],
  ])('%j is read as %j', (raw, read) => {
    expect(readPricing(raw)).toEqual(read);
  });
});

describe('capabilities', () => {
  it('are read completely', () => {
    const raw = {
      ...capabilities,
      context_window: 8_000,
      max_output: '1000',
      voices: ['a', 3, 'b'],
      sizes: ['1024x1024'],
      resolutions: ['720p'],
      duration: { min: 1, max: 10 },
    };
    expect(readCapabilities(raw)).toEqual({
      input: ['text'],
      output: ['text'],
      streaming: true,
      contextWindow: 8_000,
      maxOutput: 1_000,
      voices: ['a', 'b'],
      sizes: ['1024x1024'],
      resolutions: ['720p'],
      duration: { min: 1, max: 10 },
    });
  });

  it.each([
    [['nova', { id: 'onyx', language: 'en' }, { voice_id: 'v1', name: 'Rachel' }, { name: 'Echo' }, 3, {}]],
    [{ not: 'a list' }],
  ])('names voices that are listed as names or as records: %j', (voices) => {
    const named = readCapabilities({ modalities: { output: ['audio'] }, voices })?.voices;
    expect(named).toEqual(Array.isArray(voices) ? ['nova', 'onyx', 'v1', 'Echo'] : undefined);
  });

  it('says the name and the language of voices where their records do', () => {
    const voices = [
      'nova',
      { id: 'onyx', language: 'en', locale: 'en-US' },
      { voice_id: 'v1', name: 'Rachel', labels: { language: 'de', accent: 'Berlin' } },
      { id: 'v2', name: 'Ana', languages: ['es-ES', { code: 'pt-BR', name: 'Portuguese' }] },
      { id: 'v3', verified_languages: [{ language: 'fr', model_id: 'a' }, { language: 'fr' }], locale: 7 },
      { id: 'v4', gender: 'female', language: { name: 'Korean' } },
      { id: 'v5', name: 'v5', language: ' ' },
    ];
    const expected = {
      onyx: { languages: ['en', 'en-US'] },
      v1: { name: 'Rachel', languages: ['de'] },
      v2: { name: 'Ana', languages: ['es-ES', 'pt-BR'] },
      v3: { languages: ['fr'] },
      v4: { languages: ['Korean'] },
    };
    expect(readCapabilities({ modalities: { output: ['audio'] }, voices })?.voiceFacts).toEqual(expected);
    const elsewhere = toModel({
      id: 'a',
      ownedBy: null,
      created: null,
      pricing: null,
      capabilities: null,
      raw: { id: 'a', type: 'tts', supported_voices: voices },
    });
    expect(elsewhere.capabilities?.voiceFacts).toEqual(expected);
  });

  it.each([
    [
      { input_modalities: ['text'], output_modalities: ['image'] },
      { input: ['text'], output: ['image'] },
    ],
    [{ modalities: { output: ['audio'] } }, { input: [], output: ['audio'] }],
    [{ streaming: false }, { input: [], output: [], streaming: false }],
    [{ duration: { min: 9, max: 1 } }, null],
    [{ other: 1 }, null],
    [['chat'], null],
    ['chat', null],
    [null, null],
  ])('%j are read as %j', (raw, read) => {
    expect(readCapabilities(raw)).toEqual(read);
  });
});

describe('toModel', () => {
  const record = {
    id: 'a',
    ownedBy: null,
    created: null,
    pricing: null,
    capabilities: null,
    raw: { id: 'a' },
  };

  it('converts seconds to milliseconds, and keeps milliseconds', () => {
    expect(toModel({ ...record, created: 1_700_000_000 }).createdAt).toBe(1_700_000_000_000);
    expect(toModel({ ...record, created: 1_700_000_000_000 }).createdAt).toBe(1_700_000_000_000);
    expect(toModel(record)).toEqual({
      id: 'a',
      ownedBy: null,
      createdAt: null,
      pricing: null,
      capabilities: null,
      raw: { id: 'a' },
    });
  });
});
