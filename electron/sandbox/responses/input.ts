/** The input of a response as messages of a chat. */
import { z } from 'zod';
import { check } from '../chat/request';
import { invalidRequest } from '../errors';

export type Item = Readonly<Record<string, unknown>>;

const part = z.looseObject({ type: z.string() });
const parts = z.array(part).max(256);

const message = z.looseObject({
  type: z.literal('message').optional(),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content: z.union([z.string(), parts]),
});

const functionCall = z.looseObject({
  type: z.literal('function_call'),
  call_id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.string(),
});

const functionOutput = z.looseObject({
  type: z.literal('function_call_output'),
  call_id: z.string().min(1),
  output: z.union([z.string(), parts]),
});

type Message = Readonly<Record<string, unknown>>;

/** @throws ApiError 400 that names the item */
export function messagesOf(items: readonly Item[], place: string): readonly Message[] {
  const messages: Message[] = [];
  for (const [index, item] of items.entries()) {
    const at = [place, index];
    if (item.type === 'reasoning') continue;
    if (item.type === 'function_call') addCall(messages, check(functionCall, item, at));
    else if (item.type === 'function_call_output') messages.push(resultOf(check(functionOutput, item, at)));
    else if (item.type === 'message' || item.type === undefined)
      messages.push(plainMessage(check(message, item, at), `${place}[${index}]`));
    else throw unknownType(`${place}[${index}].type`, item.type);
  }
  return messages;
}

const unknownType = (at: string, type: unknown) =>
  invalidRequest(
    `${at}: "${String(type).slice(0, 100)}" is not read here; messages, function calls and their outputs are`,
    at,
  );

/** Calls that follow each other are of one message, as they were in its reply. */
function addCall(
  messages: Message[],
  { call_id: id, name, arguments: given }: z.infer<typeof functionCall>,
): void {
  const call = { id, type: 'function', function: { name, arguments: given } };
  const last = messages.at(-1);
  const isOpen = last?.role === 'assistant' && Array.isArray(last.tool_calls);
  if (isOpen) messages.pop();
  const calls = isOpen ? (last.tool_calls as unknown[]) : [];
  messages.push({ role: 'assistant', content: null, tool_calls: [...calls, call] });
}

const resultOf = ({ call_id: id, output }: z.infer<typeof functionOutput>): Message => ({
  role: 'tool',
  tool_call_id: id,
  content: typeof output === 'string' ? output : textsOf(output),
});

const textsOf = (given: z.infer<typeof parts>): string =>
  given.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n');

function plainMessage({ role, content }: z.infer<typeof message>, place: string): Message {
  if (typeof content === 'string') return { role, content };
  return { role, content: content.map((one, index) => chatPart(one, `${place}.content[${index}].type`)) };
}

/** What a chat can't take is refused where the chat reads it. */
function chatPart(given: z.infer<typeof part>, at: string): Message {
  switch (given.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return { type: 'text', text: given.text };
    case 'refusal':
    case 'input_audio':
      return given;
    case 'input_image':
      return { type: 'image_url', image_url: { url: given.image_url, detail: given.detail } };
    case 'input_file':
      return { type: 'file', file: { filename: given.filename, file_data: given.file_data } };
    default:
      throw unknownType(at, given.type);
  }
}
