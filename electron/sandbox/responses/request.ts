/** Checks the body of a response, and says it as the body of a chat. */
import { z } from 'zod';
import { check } from '../chat/request';
import { ApiError, invalidRequest } from '../errors';
import { type Item, messagesOf } from './input';

const functionTool = z.looseObject({
  type: z.literal('function', 'only functions are called here; no other tools run in this gateway'),
  name: z.string().min(1).max(200),
  parameters: z.record(z.string(), z.unknown()).nullish(),
});

const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.looseObject({ type: z.literal('function'), name: z.string() }),
  z.looseObject({
    type: z.literal('allowed_tools'),
    mode: z.enum(['auto', 'required']),
    tools: z.array(z.looseObject({ name: z.string().optional() })).min(1),
  }),
]);

const nothing = (why: string) => z.literal(false, why).nullish();
const absent = (why: string) => z.null(why).optional();

const responseBody = z.looseObject({
  model: z.string().min(1).max(300),
  input: z.union([z.string(), z.array(z.looseObject({ type: z.string().optional() })).max(4_096)]).nullish(),
  instructions: z.string().nullish(),
  previous_response_id: z.string().max(300).nullish(),
  store: z.boolean().nullish(),
  stream: z.boolean().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  max_output_tokens: z.int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  tools: z.array(functionTool).max(1_024).nullish(),
  tool_choice: toolChoice.nullish(),
  text: z
    .looseObject({
      format: z
        .looseObject({
          type: z.enum(['text', 'json_object', 'json_schema']),
          name: z.string().optional(),
          schema: z.record(z.string(), z.unknown()).optional(),
          strict: z.boolean().nullish(),
        })
        .nullish(),
    })
    .nullish(),
  reasoning: z.looseObject({ effort: z.string().nullish() }).nullish(),
  background: nothing('responses do not run in the background here; use "stream": true'),
  conversation: absent('conversations are not kept here; use "previous_response_id" or send them in "input"'),
  prompt: absent('prompts are not kept here; send the text in "instructions" and "input"'),
});

export type ResponseRequest = z.infer<typeof responseBody>;

export const checkResponse = (body: unknown): ResponseRequest => check(responseBody, body);

/** What came in, as items. */
export const inputItems = ({ input }: ResponseRequest): readonly Item[] =>
  typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : (input ?? []);

/** The conversation that the model sees. */
export interface Conversation {
  /** Of the responses before. */
  readonly earlier: readonly Item[];
  /** Of this request, with references resolved. */
  readonly items: readonly Item[];
}

/** Fields that a chat has under another name, or not at all. */
const ownFields = [
  ...[
    'input',
    'instructions',
    'previous_response_id',
    'store',
    'stream_options',
    'max_output_tokens',
    'text',
  ],
  ...['reasoning', 'include', 'truncation', 'background', 'conversation', 'prompt', 'n', 'functions'],
  ...['function_call', 'stop', 'response_format', 'messages', 'logprobs', 'top_logprobs', 'max_tokens'],
];

/** Fields of the Sandbox's models, such as `tokens` and `fail`, are the same in both. */
export function chatBodyOf(request: ResponseRequest, { earlier, items }: Conversation): Item {
  const { instructions, max_output_tokens: most, reasoning, stream, tools, tool_choice: choice } = request;
  const shared = Object.entries(request).filter(([name]) => !ownFields.includes(name));
  const rules = instructions ? [{ role: 'developer', content: instructions }] : [];
  const messages = [...rules, ...messagesOf(earlier, 'previous_response_id'), ...messagesOf(items, 'input')];
  if (messages.length === rules.length) throw invalidRequest('input: is required', 'input');
  return {
    ...Object.fromEntries(shared),
    messages,
    ...(most != null && { max_completion_tokens: most }),
    ...(reasoning?.effort != null && { reasoning_effort: reasoning.effort }),
    ...(stream === true && { stream_options: { include_usage: true } }),
    ...(tools != null && { tools: tools.map(chatTool) }),
    ...(choice != null && { tool_choice: chatChoice(choice) }),
    ...formatOf(request),
  };
}

const chatTool = ({ type, ...described }: z.infer<typeof functionTool>) => ({ type, function: described });

function chatChoice(choice: z.infer<typeof toolChoice>): unknown {
  if (typeof choice === 'string') return choice;
  if (choice.type === 'function') return { type: 'function', function: { name: choice.name } };
  const tools = choice.tools.map(({ name }) => ({ type: 'function', ...(name && { function: { name } }) }));
  return { type: 'allowed_tools', allowed_tools: { mode: choice.mode, tools } };
}

function formatOf({ text }: ResponseRequest): { response_format?: unknown } {
  const { type, ...described } = text?.format ?? { type: 'text' };
  if (type !== 'json_schema') return { response_format: { type } };
  return { response_format: { type, json_schema: described } };
}

const names: readonly (readonly [string, string])[] = [
  ['response_format.json_schema', 'text.format'],
  ['response_format', 'text.format'],
  ['max_completion_tokens', 'max_output_tokens'],
  ['messages', 'input'],
];

/** An error of the chat, in the names of the fields that were sent. */
export function inOwnNames(error: unknown): unknown {
  if (!(error instanceof ApiError) || typeof error.fields.param !== 'string') return error;
  const { param } = error.fields;
  const [name, own] = names.find(([one]) => param.startsWith(one)) ?? [param, param];
  // A message of a chat has another number than the item it came from.
  const renamed = name === 'messages' ? own : param.replace(name, own);
  const message = error.message.replace(param, renamed).replace(name, own);
  return new ApiError(message, { ...error.fields, param: renamed });
}
