/** Calls of tools as client libraries ask for them: whole, streamed, demanded, in rounds, and by the older fields. */
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';

type Create = Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>;
type Chunk = OpenAI.ChatCompletionChunk & { gatehouse?: object };

let sandbox: TestSandbox;
let client: OpenAI;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  client = new OpenAI({ baseURL: sandbox.baseUrl, apiKey: sandbox.apiKey, maxRetries: 0 });
});
afterAll(() => sandbox.close());

const parameters = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1, maximum: 3 } },
  required: ['city', 'days'],
  additionalProperties: false,
};
const weather = { type: 'function', function: { name: 'get_weather', parameters } } as const;
const clock = { type: 'function', function: { name: 'get_time' } } as const;
const named = (name: string) => ({ type: 'function', function: { name } }) as const;

const messages = [{ role: 'user', content: 'What is the weather in Oslo?' }] as const;

const ask = (model: string, more: Create = {}) =>
  client.chat.completions.create({ model, messages: [...messages], tools: [weather, clock], ...more });

async function chunksOf(model: string, more: object = {}): Promise<Chunk[]> {
  const stream = await client.chat.completions.create({
    ...{ model, messages: [...messages], tools: [weather], tokens_per_second: 0, ...more },
    stream: true,
  });
  const chunks: Chunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

const callIn = ({ choices }: OpenAI.ChatCompletion) => {
  const call = choices[0]?.message.tool_calls?.[0];
  return call?.type === 'function'
    ? { name: call.function.name, given: JSON.parse(call.function.arguments) as unknown }
    : null;
};

const plausible = { city: expect.any(String), days: expect.toSatisfy((days) => [1, 2, 3].includes(days)) };

/** A plain one, one that writes JSON itself, one that thinks, and one for checks. */
const models = ['sandbox/echo', 'sandbox/judge', 'sandbox/itemized', 'bench/honest'];

describe.each(models)('%s', (model) => {
  it('calls a function where it must, with arguments of its schema', async () => {
    const completion = await ask(model, { tool_choice: 'required' });
    expect(completion.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { role: 'assistant', content: null, refusal: null },
    });
    const call = callIn(completion);
    expect(call?.name).toBe('get_weather');
    expect(call?.given).toMatchObject(model === 'bench/honest' ? { city: 'Oslo' } : plausible);
  });

  it('calls the function that is named', async () => {
    const completion = await ask(model, { tool_choice: named('get_time') });
    expect(callIn(completion)).toEqual({ name: 'get_time', given: {} });
    const allowed = await ask(model, {
      tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [{ ...clock }] } },
    });
    expect(callIn(allowed)?.name).toBe('get_time');
  });

  it('calls nothing where it must not', async () => {
    const { choices } = await ask(model, { tool_choice: 'none' });
    expect(choices[0]?.message.tool_calls).toBeUndefined();
    expect(choices[0]?.message.content).not.toBe('');
  });

  it('refuses a function that the request doesn’t have', async () => {
    await expect(ask(model, { tool_choice: named('get_tide') })).rejects.toMatchObject({
      status: 400,
      param: 'tool_choice',
      message: expect.stringContaining('get_tide'),
    });
    await expect(ask(model, { tools: [], tool_choice: 'required' })).rejects.toMatchObject({ status: 400 });
  });

  it('streams a call in OpenAI’s order', async () => {
    const chunks = await chunksOf(model, {
      tool_choice: 'required',
      stream_options: { include_usage: true },
    });
    expect(chunks[0]?.choices[0]?.delta).toMatchObject({ role: 'assistant' });
    const pieces = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
    expect(pieces[0]).toMatchObject({ index: 0, id: expect.any(String), type: 'function' });
    expect(pieces[0]?.function?.name).toBe('get_weather');
    expect(pieces.every(({ index }) => index === 0)).toBe(true);
    const given = JSON.parse(pieces.map((piece) => piece.function?.arguments ?? '').join(''));
    expect(given).toMatchObject({ city: expect.any(String) });
    expect(chunks.at(-2)?.choices[0]).toMatchObject({ finish_reason: 'tool_calls', delta: {} });
    expect(chunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
  });

  it('has a choice in every chunk where no usage was asked for', async () => {
    for (const more of [{ tool_choice: 'required' }, { tools: undefined }]) {
      const chunks = await chunksOf(model, more);
      expect(chunks.every(({ choices }) => choices.length === 1)).toBe(true);
      expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
      expect(chunks.at(-1)).toMatchObject({ usage: expect.any(Object), gatehouse: expect.any(Object) });
    }
  });

  it('works with the stream helper of the package', async () => {
    const stream = client.chat.completions.stream({
      ...{ model, messages: [...messages], tools: [weather], tool_choice: 'required' },
    });
    const completion = await stream.finalChatCompletion();
    expect(callIn(completion)?.name).toBe('get_weather');
  });
});

it.each([
  ['sandbox/itemized', false],
  ['sandbox/itemized', true],
  ['bench/honest', false],
  ['bench/honest', true],
  ['sandbox/tool-rounds', true],
] as const)('%s goes through the rounds of the package’s tool runner (stream: %s)', async (model, stream) => {
  const given: unknown[] = [];
  const tool = {
    type: 'function' as const,
    function: {
      ...{ name: 'get_weather', description: 'Returns the weather.', parameters },
      parse: JSON.parse,
      function: (asked: object) => {
        given.push(asked);
        return 'Three degrees, and snow.';
      },
    },
  };
  const params = { model, messages: [...messages], tools: [tool] };
  const runner = stream
    ? client.chat.completions.runTools({ ...params, stream: true })
    : client.chat.completions.runTools({ ...params, stream: false });
  const text = await runner.finalContent();
  expect(text).not.toBe('');
  expect(given[0]).toMatchObject({ city: expect.any(String) });
});

describe('a demanded call', () => {
  it('is charged by its tokens, and cut by max_tokens', async () => {
    const whole = await ask('sandbox/echo', { tool_choice: 'required' });
    expect(whole.usage?.completion_tokens).toBeGreaterThan(4);
    const cut = await ask('sandbox/echo', { tool_choice: 'required', max_tokens: 3 });
    expect(cut.choices[0]).toMatchObject({ finish_reason: 'length' });
    expect(cut.usage?.completion_tokens).toBe(3);
    const { charges } = await sandbox.account();
    expect(charges[0]).toMatchObject({ completion_tokens: 3, state: 'completed' });
  });

  it('comes again with the same id for a repeated key, whole or streamed', async () => {
    const params = { tool_choice: 'required' } as const;
    const options = { headers: { 'idempotency-key': 'call-again' } };
    const create = () =>
      client.chat.completions.create(
        { model: 'sandbox/echo', messages: [...messages], tools: [weather], ...params },
        options,
      );
    expect((await create()).choices).toEqual((await create()).choices);
    const streamed = () =>
      client.chat.completions
        .stream(
          { model: 'sandbox/echo', messages: [...messages], tools: [weather], ...params },
          { headers: { 'idempotency-key': 'call-again-streamed' } },
        )
        .finalChatCompletion();
    expect((await streamed()).choices).toEqual((await streamed()).choices);
  });

  it('of several replies has an id for each', async () => {
    const { choices } = await ask('sandbox/echo', { tool_choice: 'required', n: 3 });
    const ids = choices.flatMap(({ message }) => message.tool_calls?.map(({ id }) => id) ?? []);
    expect(new Set(ids).size).toBe(3);
  });

  it.each(['sandbox/echo', 'sandbox/itemized'])(
    'of %s comes in the older fields where the request uses them',
    async (model) => {
      const functions = [{ name: 'get_weather', parameters }];
      const older = { tools: undefined, functions, function_call: { name: 'get_weather' } };
      const { choices } = await ask(model, older);
      expect(choices[0]).toMatchObject({
        finish_reason: 'function_call',
        message: { content: null, function_call: { name: 'get_weather' } },
      });
      expect(JSON.parse(choices[0]?.message.function_call?.arguments ?? '')).toMatchObject(plausible);
      const chunks = await chunksOf(model, older);
      const pieces = chunks.flatMap(({ choices: [choice] }) => choice?.delta.function_call ?? []);
      expect(pieces[0]?.name).toBe('get_weather');
      expect(JSON.parse(pieces.map((piece) => piece.arguments ?? '').join(''))).toMatchObject(plausible);
    },
  );
});

it('the itemized models follow a response format', async () => {
  const schema = { ...parameters };
  const format = { type: 'json_schema', json_schema: { name: 'trip', strict: true, schema } } as const;
  const { choices } = await ask('sandbox/itemized', { tools: undefined, response_format: format });
  expect(JSON.parse(choices[0]?.message.content ?? '')).toMatchObject(plausible);
  const loose = await ask('sandbox/itemized', { tools: undefined, response_format: { type: 'json_object' } });
  expect(JSON.parse(loose.choices[0]?.message.content ?? '')).toEqual({ reply: expect.any(String) });
});

it.each(['sandbox/echo', 'sandbox/itemized'])('%s follows a schema within json_object too', async (model) => {
  const response_format = { type: 'json_object', schema: parameters } as { type: 'json_object' };
  const { choices } = await ask(model, { tools: undefined, response_format });
  expect(JSON.parse(choices[0]?.message.content ?? '')).toMatchObject(plausible);
});
