/** Answers of gateways that the app has no dialect for, in the shapes of their documentation. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, event, failureOf, question, readStream } from '../../support/gateway-client';
import { events, type HostileServer, json, startHostileServer } from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const client = () => connect(server, { maxAttempts: 1 }).client;
const url = 'https://cdn.example/a.png';
const film = 'https://cdn.example/v.mp4';
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
const wav = Buffer.from('RIFF\x2c\0\0\0WAVEfmt \x10\0\0\0'.padEnd(52, '\0'), 'latin1').toString('base64');
const found = (sources: readonly { kind: string; url?: string; contentType?: string | null }[]) =>
  sources.map((source) => (source.kind === 'url' ? source.url : source.contentType));

describe('images', () => {
  const paint = () => client().images.generations.create({ model: 'm', prompt: 'p' });
  const runware = { taskType: 'imageInference', taskUUID: 't', imageUUID: 'i', seed: 7, NSFWContent: false };

  it.each<[string, object, readonly string[]]>([
    ['Runware', { data: [{ ...runware, imageURL: url, cost: 0.0013 }] }, [url]],
    ['Runware in base64', { data: [{ ...runware, imageBase64Data: picture }] }, ['image/png']],
    [
      'Runware as data',
      { data: [{ ...runware, imageDataURI: `data:image/png;base64,${picture}` }] },
      ['image/png'],
    ],
    [
      'DeepInfra',
      {
        request_id: 'R',
        inference_status: { status: 'succeeded', cost: 0.0005 },
        images: [`data:image/png;base64,${picture}`],
      },
      ['image/png'],
    ],
    [
      'Hyperbolic',
      { images: [{ index: 0, image: picture, random_seed: 7 }], inference_time: 2.1 },
      ['image/png'],
    ],
    ['KoboldCpp', { images: [picture], parameters: {}, info: '' }, ['image/png']],
    ['Bedrock', { images: [picture], seeds: [7], finish_reasons: [null], error: null }, ['image/png']],
    [
      'LocalAI',
      { created: 1, id: 'x', data: [{ embedding: null, index: 0, url }], usage: { prompt_tokens: 0 } },
      [url],
    ],
    [
      'Novita',
      { images: [{ image_url: url, image_url_ttl: 3600, image_type: 'png' }], task: { task_id: 't' } },
      [url],
    ],
    [
      'Vertex',
      { predictions: [{ mimeType: 'image/png', bytesBase64Encoded: picture, prompt: 'p' }] },
      ['image/png'],
    ],
  ])('of %s', async (_name, body, expected) => {
    server.script(json(body));
    const { images } = await paint();
    expect(found(images.map(({ source }) => source))).toEqual(expected);
  });
});

describe('jobs', () => {
  const start = () => client().videos.generations.create({ model: 'm', prompt: 'p' });
  const retrieve = () => client().jobs.retrieve('t1');

  it.each<[string, object]>([
    ['Novita', { task_id: 't1' }],
    ['Runware', { data: [{ taskType: 'videoInference', taskUUID: 't1', status: 'processing' }] }],
    [
      'Evolink',
      {
        created: 1,
        id: 't1',
        model: 'm',
        object: 'video.generation.task',
        progress: 0,
        status: 'pending',
        task_info: { can_cancel: true },
      },
    ],
    ['deAPI', { data: { request_id: 't1' } }],
    ['DigitalOcean', { request_id: 't1', status: 'QUEUED', created_at: 'x', output: null, error: null }],
  ])('of %s are followed by their id', async (_name, body) => {
    server.script(json(body));
    expect(await start()).toMatchObject({ id: 't1', outputs: [] });
  });

  it.each<[string, object]>([
    [
      'Novita',
      {
        extra: { seed: '7', debug_info: { submit_time_ms: '1' } },
        task: {
          task_id: 't1',
          task_type: 'WAN_T2V',
          status: 'TASK_STATUS_SUCCEED',
          reason: '',
          eta: 0,
          progress_percent: 100,
        },
        images: [],
        videos: [{ video_url: film, video_url_ttl: '3600', video_type: 'mp4' }],
        audios: [],
      },
    ],
    [
      'Runware',
      {
        data: [
          {
            taskType: 'videoInference',
            taskUUID: 't1',
            status: 'success',
            videoUUID: 'v',
            videoURL: film,
            cost: 0.18,
          },
        ],
      },
    ],
    [
      'Evolink',
      { id: 't1', progress: 100, results: [film], status: 'completed', task_info: { can_cancel: false } },
    ],
    [
      'deAPI',
      {
        data: {
          status: 'done',
          preview: 'https://cdn.example/preview.jpg',
          result_url: film,
          results_alt_formats: { webm: 'https://cdn.example/v.webm' },
          result: film,
          progress: 100,
        },
      },
    ],
    [
      'inference.sh',
      {
        id: 't1',
        status: 9,
        input: { prompt: 'p' },
        output: { video: { uri: film, content_type: 'video/mp4' } },
      },
    ],
    [
      'DigitalOcean',
      { request_id: 't1', status: 'COMPLETED', output: { video: { url: film, content_type: 'video/mp4' } } },
    ],
  ])('of %s hold one result', async (_name, body) => {
    server.script(json(body));
    const { status, outputs } = await retrieve();
    expect([status, found(outputs)]).toEqual(['completed', [film]]);
  });

  it.each<[string, object]>([
    [
      'Novita',
      {
        task: { task_id: 't1', status: 'TASK_STATUS_FAILED', reason: 'Too violent.' },
        images: [],
        videos: [],
      },
    ],
    [
      'Runware',
      { data: [], errors: [{ code: 'nsfw', message: 'Too violent.', taskUUID: 't1', status: 'error' }] },
    ],
    ['DigitalOcean', { request_id: 't1', status: 'FAILED', error: 'Too violent.', output: null }],
  ])('of %s say why they failed', async (_name, body) => {
    server.script(json(body));
    expect(await retrieve()).toMatchObject({ status: 'failed', error: { message: 'Too violent.' } });
  });

  it.each<[string, object, string]>([
    [
      'Novita',
      { task: { task_id: 't1', status: 'TASK_STATUS_QUEUED', progress_percent: 0 }, videos: [] },
      'queued',
    ],
    [
      'Novita at work',
      { task: { task_id: 't1', status: 'TASK_STATUS_PROCESSING', progress_percent: 40 } },
      'running',
    ],
    ['Runware', { data: [{ taskUUID: 't1', status: 'processing' }] }, 'running'],
  ])('of %s are at work', async (_name, body, status) => {
    server.script(json(body));
    expect((await retrieve()).status).toBe(status);
  });
});

describe('speech', () => {
  it.each<[string, object]>([
    [
      'DeepInfra',
      {
        audio: `data:audio/wav;base64,${wav}`,
        output_format: 'wav',
        inference_status: { status: 'succeeded', cost: 0.0001 },
      },
    ],
    ['Hyperbolic', { audio: wav, duration: 1.5 }],
    ['Runware', { data: [{ taskType: 'audioInference', taskUUID: 't', audioBase64Data: wav, cost: 0.01 }] }],
    ['Bedrock', { audios: [{ audio: wav, format: 'wav' }] }],
  ])('of %s', async (_name, body) => {
    server.script(json(body));
    const { source } = await client().audio.speech.create({ model: 'm', input: 'i' });
    expect(source).toMatchObject({ kind: 'bytes', contentType: 'audio/wav' });
  });
});

describe('refusals and costs', () => {
  const ask = () => client().chat.completions.create(question);

  it('of a filter say what was filtered', async () => {
    const innererror = {
      code: 'ResponsibleAIPolicyViolation',
      content_filter_result: { violence: { filtered: true, severity: 'high' } },
    };
    const error = {
      message: 'The response was filtered.',
      type: null,
      param: 'prompt',
      code: 'content_filter',
      status: 400,
      innererror,
    };
    server.script(json({ error }, 400));
    expect(await failureOf(ask())).toMatchObject({
      errorCode: 'content_filter',
      message: 'The response was filtered.',
    });
  });

  it.each<[string, object, number, string]>([
    [
      'Runware',
      { errors: [{ code: 'invalidModel', message: 'No such model.', parameter: 'model', taskUUID: 't' }] },
      400,
      'No such model.',
    ],
    ['Bedrock', { message: 'No such model.' }, 404, 'No such model.'],
    ['Bedrock in capitals', { Message: 'No such model.' }, 403, 'No such model.'],
    ['KoboldCpp', { detail: { msg: 'No such model.', type: 'service_unavailable' } }, 503, 'No such model.'],
    [
      'Novita',
      { code: 404, reason: 'MODEL_NOT_FOUND', message: 'No such model.', metadata: {} },
      404,
      'No such model.',
    ],
    ['Ollama', { error: 'No such model.' }, 404, 'No such model.'],
  ])('of %s are read', async (_name, body, status, message) => {
    server.script(json(body, status));
    expect(await failureOf(ask())).toMatchObject({ message, statusCode: status });
  });

  it.each<[string, object, number]>([
    ['DeepInfra', { usage: { prompt_tokens: 1, completion_tokens: 1, estimated_cost: 0.0021 } }, 0.0021],
  ])('of %s are told', async (_name, more, amount) => {
    server.script(json({ choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }], ...more }));
    expect((await ask()).meta.reportedCost).toMatchObject({ amount });
  });

  it.each<[string, object, number]>([
    ['Runware', { data: [1, 2].map((at) => ({ taskUUID: 't', imageURL: `${url}${at}`, cost: 0.25 })) }, 0.5],
    ['DeepInfra', { images: [picture], inference_status: { status: 'succeeded', cost: 0.0005 } }, 0.0005],
  ])('of images of %s are told', async (_name, body, amount) => {
    server.script(json(body));
    const { meta } = await client().images.generations.create({ model: 'm', prompt: 'p' });
    expect(meta.reportedCost).toMatchObject({ amount });
  });

  it('filter results before the first words of a stream are no reply', async () => {
    const filter = { prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] };
    const raw = [
      event({ id: '', object: '', model: '', choices: [], ...filter }),
      event({
        choices: [{ index: 0, delta: { role: 'assistant', content: '' }, content_filter_results: {} }],
      }),
      event({ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }] }),
      event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
      event('[DONE]'),
    ];
    server.script(events(raw.join('')));
    const stream = await client().chat.completions.create({ ...question, stream: true });
    expect(await readStream(stream)).toMatchObject({ text: 'Hi', error: null });
  });
});

describe('lists of models', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['KoboldCpp', { object: 'list', data: [{ id: 'koboldcpp/tiny', object: 'model' }] }, ['koboldcpp/tiny']],
    [
      'Azure’s deployments',
      { data: [{ id: 'mine', model: 'gpt-4o', owner: 'me', status: 'succeeded', object: 'deployment' }] },
      ['mine'],
    ],
    [
      'Bedrock',
      { modelSummaries: [{ modelId: 'amazon.nova', modelName: 'Nova', outputModalities: ['TEXT'] }] },
      ['amazon.nova'],
    ],
    [
      'Vertex',
      { publisherModels: [{ name: 'publishers/google/models/gemini' }] },
      ['publishers/google/models/gemini'],
    ],
    ['Ollama', { models: [{ name: 'tiny:1b', model: 'tiny:1b', size: 9 }] }, ['tiny:1b']],
    ['DeepInfra', [{ model_name: 'a/chat', type: 'text-generation', pricing: {} }], ['a/chat']],
  ])('of %s', async (_name, body, ids) => {
    server.script(json(body));
    expect((await client().models.list()).models.map(({ id }) => id)).toEqual(ids);
  });
});
