/** `/responses` with OpenAI's own client, which many libraries use unless they are asked for chat completions. */
import OpenAI from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { send } from '../support/sandbox-http';

type Create = Partial<OpenAI.Responses.ResponseCreateParamsNonStreaming>;
type StreamEvent = OpenAI.Responses.ResponseStreamEvent & { gatehouse?: { credits_used: number } };

let sandbox: TestSandbox;
let client: OpenAI;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  client = new OpenAI({ baseURL: sandbox.baseUrl, apiKey: sandbox.apiKey, maxRetries: 0 });
});
afterAll(() => sandbox.close());

const ask = (input: Create['input'], more: Create = {}) =>
  client.responses.create({ model: 'sandbox/echo', input, ...more });

async function eventsOf(input: string, more: object = {}): Promise<StreamEvent[]> {
  const fields = { model: 'sandbox/echo', input, tokens_per_second: 0, ...more };
  const stream = await client.responses.create({ ...fields, stream: true });
  const events: StreamEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

const parameters = {
  ...{ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  additionalProperties: false,
};
const weather = { type: 'function', name: 'get_weather', strict: true, parameters } as const;

const callIn = ({ output }: OpenAI.Responses.Response) => {
  const call = output.find((item) => item.type === 'function_call');
  if (call === undefined) throw new Error('The response calls nothing.');
  return call;
};

describe('a response', () => {
  it('has OpenAI’s shape, the usage and the metadata object', async () => {
    const { data, response } = await ask('Hello, gatehouse!', {
      instructions: 'Be kind.',
      metadata: { a: 'b' },
    }).withResponse();
    expect(data).toMatchObject({
      id: expect.stringMatching(/^resp_[0-9a-f]{32}$/),
      ...{ object: 'response', status: 'completed', model: 'sandbox/echo', error: null },
      ...{ incomplete_details: null, instructions: 'Be kind.', metadata: { a: 'b' }, tools: [] },
      ...{ parallel_tool_calls: true, tool_choice: 'auto', text: { format: { type: 'text' } } },
      output: [
        {
          id: expect.stringMatching(/^msg_/),
          ...{ type: 'message', role: 'assistant', status: 'completed' },
          content: [{ type: 'output_text', text: 'Hello, gatehouse!', annotations: [] }],
        },
      ],
      output_text: 'Hello, gatehouse!',
      usage: {
        ...{ input_tokens: expect.any(Number), output_tokens: 5, total_tokens: expect.any(Number) },
        input_tokens_details: { cached_tokens: 0 },
        output_tokens_details: { reasoning_tokens: 0 },
      },
      gatehouse: { credits_used: expect.any(Number), credits_remaining: expect.any(Number) },
    });
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    const [charge] = (await sandbox.account()).charges;
    expect(charge).toMatchObject({ operation: 'responses', state: 'completed', completion_tokens: 5 });
  });

  it('takes messages, parts, files and results', async () => {
    const { output_text: text } = await ask([
      { role: 'developer', content: 'a' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'b' }] },
      { role: 'assistant', content: 'c' },
      { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_text', text: 'd' }] },
      { role: 'user', content: [{ type: 'input_text', text: 'one' }] },
    ]);
    expect(text).toBe('one');
    const pdf = `data:application/pdf;base64,${Buffer.from('%PDF-1.4').toString('base64')}`;
    const file = await ask(
      [{ role: 'user', content: [{ type: 'input_file', filename: 'a.pdf', file_data: pdf }] }],
      { model: 'sandbox/files' },
    );
    expect(file.output_text).toContain('a.pdf, application/pdf, 8 bytes');
  });

  it('that is cut says why', async () => {
    const cut = await ask('one two three four', { max_output_tokens: 2 });
    expect(cut).toMatchObject({
      ...{
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output_text: 'one two',
      },
      output: [{ status: 'incomplete' }],
    });
  });

  it('follows a schema', async () => {
    const shape = z.object({ name: z.string(), days: z.array(z.number()) });
    const { output_parsed: parsed } = await client.responses.parse({
      ...{ model: 'sandbox/structured', input: 'A trip', text: { format: zodTextFormat(shape, 'trip') } },
    });
    expect(shape.safeParse(parsed).success).toBe(true);
  });

  it('shows thinking as a summary', async () => {
    const { output } = await ask('Think', { model: 'sandbox/itemized', reasoning: { effort: 'low' } });
    expect(output.map(({ type }) => type)).toEqual(['reasoning', 'message']);
    expect(output[0]).toMatchObject({ summary: [{ type: 'summary_text', text: expect.any(String) }] });
    const events = await eventsOf('Think', { model: 'sandbox/itemized', reasoning: { effort: 'low' } });
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        ...['response.reasoning_summary_part.added', 'response.reasoning_summary_text.delta'],
        ...['response.reasoning_summary_text.done', 'response.reasoning_summary_part.done'],
      ]),
    );
  });

  it('comes again for a repeated key, with the same ids', async () => {
    const again = () =>
      client.responses.create(
        { model: 'sandbox/echo', input: 'again' },
        { headers: { 'idempotency-key': 'response-again' } },
      );
    const { chargeCount } = await sandbox.account();
    const [first, second] = [await again(), await again()];
    expect(second.output).toEqual(first.output);
    expect(second.id).toBe(first.id);
    expect((await sandbox.account()).chargeCount).toBe(chargeCount + 1);
  });
});

describe('a stream', () => {
  it('has OpenAI’s events in their order, with numbers', async () => {
    const events = await eventsOf('one two');
    expect(events.map(({ type }) => type.replace('response.', ''))).toEqual([
      ...['created', 'in_progress', 'output_item.added', 'content_part.added'],
      ...['output_text.delta', 'output_text.delta', 'output_text.done', 'content_part.done'],
      ...['output_item.done', 'completed'],
    ]);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, at) => at));
    const last = events.at(-1);
    expect(last).toMatchObject({ response: { status: 'completed', usage: { output_tokens: 2 } } });
    expect(last?.gatehouse?.credits_used).toBeGreaterThan(0);
    expect(events[0]).toMatchObject({ response: { status: 'in_progress', output: [], usage: null } });
  });

  it('names each event in its own field too', async () => {
    const body = JSON.stringify({ model: 'sandbox/echo', input: 'x', stream: true });
    const response = await send(sandbox, { path: '/responses', body });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const text = await response.text();
    expect(text.startsWith('event: response.created\ndata: {"type":"response.created"')).toBe(true);
    expect(text).not.toContain('[DONE]');
  });

  it('works with the stream helper of the package', async () => {
    const stream = client.responses.stream({ model: 'sandbox/eliza', input: 'I need a holiday' });
    let said = '';
    stream.on('response.output_text.delta', ({ delta }) => {
      said += delta;
    });
    const response = await stream.finalResponse();
    expect(response.output_text).toBe(said);
    expect(said).toContain('holiday');
  });

  it('streams a call', async () => {
    const events = await eventsOf('Oslo?', { tools: [weather], tool_choice: 'required' });
    const pieces = events.flatMap((event) =>
      event.type === 'response.function_call_arguments.delta' ? [event.delta] : [],
    );
    const done = events.find((event) => event.type === 'response.function_call_arguments.done');
    expect(done).toMatchObject({ name: 'get_weather', arguments: pieces.join('') });
    expect(JSON.parse(pieces.join(''))).toEqual({ city: expect.any(String) });
    const added = events.find((event) => event.type === 'response.output_item.added');
    expect(added).toMatchObject({ item: { type: 'function_call', arguments: '', status: 'in_progress' } });
  });

  it('that breaks names its error and ends as failed', async () => {
    const stream = await client.responses.create({
      ...{ model: 'sandbox/flaky', input: 'x', ...{ fail: 'error_event', tokens_per_second: 0 } },
      stream: true,
    });
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    expect(events.find(({ type }) => type === 'error')).toMatchObject({ code: 'provider_error' });
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'provider_error', message: expect.any(String) } },
    });
  });

  it('stops and charges what was sent when the client leaves', async () => {
    const stream = await client.responses.create({
      ...{ model: 'sandbox/firehose', input: 'leave', ...{ tokens: 10_000 } },
      stream: true,
    });
    let seen = 0;
    for await (const _ of stream) {
      seen += 1;
      if (seen === 20) break;
    }
    await expect
      .poll(async () => (await sandbox.account()).charges[0])
      .toMatchObject({ operation: 'responses', model: 'sandbox/firehose', state: 'aborted' });
    expect((await sandbox.account()).held).toBe(0);
  });
});

describe('a conversation', () => {
  it('goes on from a response, and through a call and its result', async () => {
    const first = await ask('What is the weather?', { model: 'sandbox/itemized', tools: [weather] });
    const call = callIn(first);
    expect(JSON.parse(call.arguments)).toEqual({ city: expect.any(String) });
    const second = await ask(
      [{ type: 'function_call_output', call_id: call.call_id, output: 'Three degrees' }],
      { model: 'sandbox/itemized', tools: [weather], previous_response_id: first.id },
    );
    expect(second.output_text).toContain('You said: What is the weather?');
    expect(second.previous_response_id).toBe(first.id);
    const third = await ask('And tomorrow?', { model: 'sandbox/eliza', previous_response_id: second.id });
    expect(third.usage?.input_tokens).toBeGreaterThan(second.usage?.output_tokens ?? 0);
  });

  it('may name the items of earlier responses', async () => {
    const first = await ask('Weather?', { model: 'sandbox/itemized', tools: [weather] });
    const call = callIn(first);
    const second = await ask(
      [
        { role: 'user', content: 'Weather?' },
        { type: 'item_reference', id: String(call.id) },
        { type: 'function_call_output', call_id: call.call_id, output: 'Snow' },
      ],
      { model: 'sandbox/itemized', tools: [weather] },
    );
    expect(second.output_text).toContain('You said: Weather?');
  });

  it('is shown, and forgotten when asked to', async () => {
    const { id, output } = await ask('Keep me');
    expect((await client.responses.retrieve(id)).output).toEqual(output);
    const { data } = await client.responses.inputItems.list(id);
    expect(data).toMatchObject([{ type: 'message', role: 'user', content: 'Keep me' }]);
    await client.responses.delete(id);
    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  it('is not kept where the request says so', async () => {
    const { id } = await ask('Do not keep me', { store: false });
    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
    await expect(ask('Go on', { previous_response_id: id })).rejects.toMatchObject({
      ...{ status: 400, param: 'previous_response_id' },
      message: expect.stringContaining('whole conversation'),
    });
  });
});

describe('what is not offered or wrong', () => {
  it.each<[string, string, object]>([
    ['background', 'in the background', { background: true }],
    ['conversation', 'a conversation', { conversation: 'conv_1' }],
    ['prompt', 'a prompt', { prompt: { id: 'pmpt_1' } }],
    ['tools[0].type', 'a tool of OpenAI', { tools: [{ type: 'web_search' }] }],
    ['input[0].type', 'an unknown item', { input: [{ type: 'computer_call' }] }],
    ['input[0].content[0].type', 'an unknown part', { input: [{ role: 'user', content: [{ type: 'x' }] }] }],
    ['input', 'nothing', { input: [] }],
    [
      'input',
      'an image for a model without eyes',
      {
        input: [
          {
            role: 'user',
            content: [
              {
                type: 'input_image',
                image_url: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
              },
            ],
          },
        ],
      },
    ],
    [
      'text.format',
      'a loose schema',
      {
        text: {
          format: {
            type: 'json_schema',
            name: 'x',
            strict: true,
            schema: { type: 'object', properties: {} },
          },
        },
      },
    ],
    ['temperature', 'too warm', { temperature: 3 }],
  ])('is refused by the name %s: %s', async (param, _, more) => {
    const error: unknown = await ask('x', more as Create).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 400, code: 'invalid_request', param });
    expect(String(error)).not.toContain('messages[');
  });

  it('an unknown model is not found', async () => {
    await expect(ask('x', { model: 'sandbox/none' })).rejects.toMatchObject({ code: 'model_not_found' });
  });

  it('is never charged', async () => {
    const { chargeCount, balance } = await sandbox.account();
    await ask('x', { model: 'sandbox/flaky' }).catch(() => undefined);
    await ask('x', { background: true }).catch(() => undefined);
    expect(await sandbox.account()).toMatchObject({ chargeCount, balance, held: 0 });
  });
});
