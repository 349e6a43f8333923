/** Sound in pieces and images in lines, in forms that people quote in issues and documentation. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, failureOf } from '../../support/gateway-client';
import { type HostileServer, json, type Script, startHostileServer } from '../../support/hostile-server';
import { lines, sse } from '../../support/played-chat';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const client = () => connect(server, { maxAttempts: 1 }).client;
const wave = Buffer.from('RIFF\x2c\0\0\0WAVEfmt \x10\0\0\0'.padEnd(96, 'x'), 'latin1');
/** The last one is shorter than any word. */
const [first, second, third] = [wave.subarray(0, 60), wave.subarray(60, 90), wave.subarray(90)].map(
  (one) => ({
    base64: one.toString('base64'),
    hex: one.toString('hex'),
  }),
) as [Text, Text, Text];
type Text = { readonly base64: string; readonly hex: string };
const all = [first, second, third];
const speak = () => client().audio.speech.create({ model: 'm', input: 'i' });
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';

describe('sound in pieces is whole', () => {
  it.each<[string, Script]>([
    [
      'Fish Audio',
      sse(
        ...all.map(({ base64 }) => ({ audio_base64: base64, content: 'Hey', alignment: { segments: [] } })),
      ),
    ],
    [
      'ElevenLabs, in lines',
      lines(
        ...all.map(({ base64 }) => ({
          audio_base64: base64,
          alignment: { characters: ['H'] },
          normalized_alignment: null,
        })),
      ),
    ],
    [
      'Cartesia',
      sse(
        ...all.map(({ base64 }) => ({
          type: 'chunk',
          data: base64,
          done: false,
          status_code: 206,
          step_time: 1,
          context_id: 'c',
        })),
        { type: 'timestamps', done: false, word_timestamps: { words: ['Hey'], start: [0], end: [1] } },
        { type: 'done', done: true, status_code: 200 },
      ),
    ],
    [
      'Volcengine, in lines',
      lines(
        ...all.map(({ base64 }) => ({ code: 0, message: '', data: base64 })),
        { code: 0, sentence: { text: 'Hey', words: [] } },
        { code: 20000000, message: 'ok', data: null, usage: { text_words: 1 } },
      ),
    ],
    [
      'Volcengine, without line ends',
      {
        headers: { 'content-type': 'application/json' },
        body: [
          ...all.map(({ base64 }) => JSON.stringify({ code: 0, data: base64 })),
          '{"code":20000000,"data":null,"message":"OK"}',
        ],
      },
    ],
    [
      'Inworld, in lines',
      lines(
        ...all.map(({ base64 }) => ({
          result: { audioContent: base64, usage: { processedCharactersCount: 3 } },
        })),
      ),
    ],
    [
      'Hume, in lines',
      lines(
        ...all.map(({ base64 }, at) => ({
          audio: base64,
          chunk_index: at,
          is_last_chunk: at === 2,
          generation_id: 'g',
        })),
      ),
    ],
    [
      'MiniMax in hexadecimal, whole once more at the end',
      sse(
        ...all.map(({ hex }) => ({
          data: { audio: hex, status: 1, ced: '' },
          trace_id: 't',
          base_resp: { status_code: 0, status_msg: '' },
        })),
        {
          data: { audio: wave.toString('hex'), status: 2 },
          extra_info: { audio_format: 'wav' },
          base_resp: { status_code: 0, status_msg: 'success' },
        },
      ),
    ],
    [
      'DashScope',
      sse(
        ...all.map(({ base64 }) => ({
          output: { audio: { data: base64, id: 'a', url: '' }, finish_reason: 'null' },
          request_id: 'r',
        })),
      ),
    ],
    [
      'Gemini',
      sse(
        ...all.map(({ base64 }) => ({
          candidates: [{ content: { parts: [{ inlineData: { mimeType: 'audio/wav', data: base64 } }] } }],
        })),
      ),
    ],
  ])('%s', async (_name, script) => {
    server.script(script);
    const { source } = await speak();
    expect(source).toMatchObject({ kind: 'bytes', contentType: 'audio/wav' });
    expect(source?.kind === 'bytes' && Buffer.from(source.bytes).equals(wave)).toBe(true);
  });

  it.each<[string, Script, string]>([
    [
      'Cartesia',
      sse({
        type: 'error',
        done: true,
        title: 'Invalid model',
        message: 'It broke.',
        error_code: 'model_not_found',
        status_code: 400,
      }),
      'It broke.',
    ],
    [
      'Volcengine',
      lines(
        { code: 45000001, message: 'It broke.', data: null },
        { code: 20000000, message: 'ok', data: null },
      ),
      'It broke.',
    ],
    ['MiniMax', sse({ data: null, base_resp: { status_code: 1008, status_msg: 'It broke.' } }), 'It broke.'],
  ])('and an error of %s says why', async (_name, script, message) => {
    server.script(script);
    expect((await failureOf(speak())).message).toBe(message);
  });
});

describe('an image', () => {
  it.each<[string, Script]>([
    [
      'of Ollama, after lines of its progress',
      lines(
        { model: 'm', completed: 0, total: 2, done: false },
        { model: 'm', completed: 1, total: 2, done: false },
        { model: 'm', image: picture, done: true, done_reason: 'stop' },
      ),
    ],
    [
      'after previews in events',
      sse(
        { type: 'image_generation.partial_image', b64_json: picture, partial_image_index: 0 },
        { type: 'image_generation.completed', b64_json: picture },
      ),
    ],
    [
      'in a message of a chat',
      json({
        choices: [
          {
            message: {
              role: 'assistant',
              content: '',
              images: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } }],
            },
          },
        ],
      }),
    ],
    [
      'in Markdown of a chat',
      json({ choices: [{ message: { content: `![image](data:image/png;base64,${picture})` } }] }),
    ],
    ['of Imagen', json({ generatedImages: [{ image: { imageBytes: picture, mimeType: 'image/png' } }] })],
    ['of Automatic1111', json({ images: [picture], parameters: {}, info: '{"seed":1}' })],
    [
      'of Recraft and Ideogram',
      json({
        created: 1,
        credits: 40,
        data: [{ b64_json: picture, is_image_safe: true, seed: 1, style_type: 'GENERAL' }],
      }),
    ],
  ])('%s', async (_name, script) => {
    server.script(script);
    const { images } = await client().images.generations.create({ model: 'm', prompt: 'p' });
    expect(images.map(({ source }) => source)).toMatchObject([{ kind: 'bytes', contentType: 'image/png' }]);
  });
});
