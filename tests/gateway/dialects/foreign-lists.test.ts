/** Vectors and lists of models in forms that people quote in issues and documentation. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../support/gateway-client';
import { type HostileServer, json, startHostileServer } from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const client = () => connect(server, { maxAttempts: 1 }).client;
describe('vectors', () => {
  const [one, two] = [
    [1, 2],
    [3, 4],
  ];
  it.each<[string, unknown, number | undefined]>([
    [
      'Cohere',
      {
        id: 'e',
        embeddings: { float: [one, two] },
        texts: ['a', 'b'],
        meta: { billed_units: { input_tokens: 2 } },
      },
      2,
    ],
    ['Text Embeddings Inference', [one, two], undefined],
    [
      'llama.cpp',
      [
        { index: 0, embedding: [one] },
        { index: 1, embedding: [two] },
      ],
      undefined,
    ],
    [
      'watsonx.ai',
      { model_id: 'm', results: [{ embedding: one }, { embedding: two }], input_token_count: 10 },
      10,
    ],
    [
      'DashScope',
      {
        output: {
          embeddings: [
            { text_index: 0, embedding: one },
            { text_index: 1, embedding: two },
          ],
        },
        usage: { total_tokens: 4 },
        request_id: 'r',
      },
      4,
    ],
    [
      'MiniMax',
      { vectors: [one, two], total_tokens: 4, base_resp: { status_code: 0, status_msg: '' } },
      undefined,
    ],
    [
      'Workers AI',
      { result: { shape: [2, 2], data: [one, two] }, success: true, errors: [], messages: [] },
      undefined,
    ],
    [
      'Vertex AI',
      {
        predictions: [
          { embeddings: { values: one, statistics: { token_count: 1 } } },
          { embeddings: { values: two } },
        ],
      },
      undefined,
    ],
    ['Ollama', { model: 'm', embeddings: [one, two], total_duration: 1, prompt_eval_count: 8 }, 8],
    [
      'SGLang',
      [
        { embedding: one, meta_info: { prompt_tokens: 5 } },
        { embedding: two, meta_info: { prompt_tokens: 5 } },
      ],
      undefined,
    ],
  ])('of %s', async (_name, body, tokens) => {
    server.script(json(body));
    const { vectors, usage } = await client().embeddings.create({ model: 'm', input: ['a', 'b'] });
    expect(vectors).toEqual([one, two]);
    expect(usage?.promptTokens).toBe(tokens);
  });

  it('of one text alone (Titan)', async () => {
    server.script(json({ embedding: [1, 2], inputTextTokenCount: 5 }));
    const { vectors, usage } = await client().embeddings.create({ model: 'm', input: ['a'] });
    expect([vectors, usage?.promptTokens]).toEqual([[[1, 2]], 5]);
  });
});

describe('a list of models', () => {
  it.each<[string, unknown]>([
    [
      'watsonx.ai',
      {
        total_count: 1,
        limit: 100,
        first: { href: 'x' },
        resources: [{ model_id: 'm', label: 'M', provider: 'p' }],
      },
    ],
    ['Bedrock', { modelSummaries: [{ modelArn: 'arn', modelId: 'm', modelName: 'M' }] }],
    ['GitHub Models', [{ id: 'm', name: 'M', registry: 'azure', limits: { max_input_tokens: 9 } }]],
    ['Azure’s deployments', { value: [{ id: 'm', model: 'gpt', status: 'succeeded' }] }],
    ['Vertex AI', { publisherModels: [{ name: 'm', versionId: '001' }], nextPageToken: '' }],
    ['a table by id', { m: { id: 'm', max_tokens: 9, mode: 'chat' } }],
    ['a table by name', { models: { m: { provider: 'p', context: 9 } } }],
    ['kinds', { data: { chat: [{ id: 'm' }], image: [] } }],
    ['ElevenLabs', [{ model_id: 'm', name: 'M', can_do_text_to_speech: true }]],
    [
      'Replicate',
      { next: null, previous: null, results: [{ owner: 'o', name: 'm', url: 'https://x.example/o/m' }] },
    ],
  ])('%s', async (_name, body) => {
    server.script(json(body), json({ data: [] }));
    const { models } = await client().models.list();
    expect(models.map(({ id }) => id)).toEqual([_name === 'Replicate' ? 'o/m' : 'm']);
  });
});
