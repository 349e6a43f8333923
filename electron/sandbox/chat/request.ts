/** Checks the body of a chat call; the first invalid field is named in `param`. */
import { z } from 'zod';
import { invalidRequest } from '../errors';
import type { Role } from '../models/model';
import { contentPart, filesOf, MAX_PARTS, type SentFile, textOf } from './content';
import { requireStrict } from './schemas';
import { type CalledTool, demandedTool, toolFields } from './tools';

const MAX_MESSAGES = 4096;

const message = z
  .looseObject({
    /** `function` had the results of calls before there were tools. */
    role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
    content: z.union([z.string(), z.array(z.unknown()).max(MAX_PARTS).pipe(z.array(contentPart))]).nullish(),
  })
  .check((context) => {
    const { role, content } = context.value;
    if (role !== 'assistant' && (content === null || content === undefined)) {
      context.issues.push({ code: 'custom', message: 'is required', path: ['content'], input: content });
    }
  });

const stopText = z.string().min(1).max(1000);

const chatBody = z.looseObject({
  model: z.string().min(1).max(300),
  messages: z.array(z.unknown()).min(1).max(MAX_MESSAGES),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  n: z.int().min(1).max(4).nullish(),
  seed: z.int().nullish(),
  stop: z.union([stopText, z.array(stopText).max(4)]).nullish(),
  ...toolFields,
  response_format: z
    .discriminatedUnion('type', [
      z.looseObject({ type: z.literal('text') }),
      // Together, Fireworks and others take the schema here, and some clients send it to all.
      z.looseObject({ type: z.literal('json_object'), schema: z.record(z.string(), z.unknown()).nullish() }),
      z.looseObject({
        type: z.literal('json_schema'),
        json_schema: z.looseObject({
          name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
          schema: z.record(z.string(), z.unknown()).optional(),
          strict: z.boolean().nullish(),
        }),
      }),
    ])
    .nullish(),
  /** Of the gateway's own models: pace of a stream, 0 is as fast as possible. */
  tokens_per_second: z
    .number()
    .min(0)
    .max(1_000_000)
    .refine((value) => value === 0 || value >= 0.1, 'must be 0, or 0.1 or more')
    .nullish(),
});

/** What the simulated models of checks need of a body: they take any other field. */
export const chatMessages = z.looseObject({
  model: z.string().min(1).max(300),
  messages: z
    .array(z.looseObject({ role: z.string().max(40) }))
    .min(1)
    .max(MAX_MESSAGES),
  n: z.int().min(1).max(4).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  ...toolFields,
});

/** A message as it was sent. Its files are described later. */
export interface SentTurn {
  readonly role: Role;
  readonly text: string;
  readonly files: readonly SentFile[];
}

/** A checked chat call. Absent and `null` are the same. */
export interface ChatRequest {
  readonly model: string;
  readonly turns: readonly SentTurn[];
  readonly isStream: boolean;
  readonly includesUsage: boolean;
  /** Tokens of one reply, where the request states them. */
  readonly maxTokens: number | null;
  readonly replies: number;
  readonly seed: number | null;
  readonly stop: readonly string[];
  readonly isJson: boolean;
  /** The JSON Schema of the reply. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** What the reply has to call instead of saying something. */
  readonly tool: CalledTool | null;
  readonly tokensPerSecond: number | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** @throws ApiError 400 `invalid_request` that names the field. */
export function checkChatRequest(body: unknown): ChatRequest {
  const checked = check(chatBody, body);
  if (checked.stream_options && !checked.stream) {
    throw invalidRequest('stream_options: is only for requests with stream: true', 'stream_options');
  }
  const stop = checked.stop ?? [];
  return {
    model: checked.model,
    turns: checked.messages.map(checkTurn),
    isStream: checked.stream ?? false,
    includesUsage: checked.stream_options?.include_usage ?? false,
    maxTokens: checked.max_completion_tokens ?? checked.max_tokens ?? null,
    replies: checked.n ?? 1,
    seed: checked.seed ?? null,
    stop: typeof stop === 'string' ? [stop] : stop,
    isJson: checked.response_format?.type === 'json_object',
    schema: schemaIn(checked.response_format),
    tool: demandedTool(checked),
    tokensPerSecond: checked.tokens_per_second ?? null,
    body: checked,
  };
}

function schemaIn(format: z.output<typeof chatBody>['response_format']): ChatRequest['schema'] {
  if (format?.type === 'json_object') return format.schema ?? null;
  if (format?.type !== 'json_schema') return null;
  const { name, schema = {}, strict } = format.json_schema;
  if (strict) requireStrict(name, schema);
  return schema;
}

/** One by one, so that of a million invalid messages only the first is checked. */
function checkTurn(value: unknown, index: number): SentTurn {
  const { role, content } = check(message, value, ['messages', index]);
  const files = filesOf(content, role, `messages[${index}].content`);
  return { role: role === 'function' ? 'tool' : role, text: textOf(content), files };
}

/** Parses `value`, or throws its first fault as a 400; `place` is the field's path. */
export function check<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
  place: readonly PropertyKey[] = [],
): Output {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { path, message: text } = deepestIssue(result.error.issues);
  const param = fieldName([...place, ...path]);
  throw invalidRequest(param === '' ? `The body is not valid: ${text}` : `${param}: ${text}`, param || null);
}

interface FoundIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Of a value that may have several forms, the form that came closest describes the fault best. */
function deepestIssue(issues: readonly z.core.$ZodIssue[]): FoundIssue {
  const [issue] = issues;
  if (issue === undefined) return { path: [], message: 'invalid' };
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.map(deepestIssue).reduce(longerPath, { path: [], message: issue.message });
  return { path: [...issue.path, ...inner.path], message: inner.message };
}

const longerPath = (one: FoundIssue, other: FoundIssue): FoundIssue =>
  other.path.length > one.path.length ? other : one;

/** `messages[2].content`, as OpenAI writes it. */
function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
}
