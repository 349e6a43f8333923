/** `POST /responses`, over a chat of the same models, and `GET` and `DELETE /responses/{id}`. */
import { streamHeaders } from '../chat/stream';
import { jsonReply } from '../reply';
import { ResponseEvents } from '../responses/events';
import type { Item } from '../responses/input';
import { outputOf, responseOf } from '../responses/output';
import {
  type Conversation,
  chatBodyOf,
  checkResponse,
  inOwnNames,
  inputItems,
  type ResponseRequest,
} from '../responses/request';
import type { GatewayContext, Services } from '../services';
import { createChatCompletion } from './chat';

export async function createResponse(context: GatewayContext, services: Services): Promise<Response> {
  const request = checkResponse(context.get('body'));
  const conversation = conversationOf(services, request);
  context.set('body', chatBodyOf(request, conversation));
  context.set('operation', 'responses');
  const reply = await createChatCompletion(context, services).catch((error: unknown) => {
    throw inOwnNames(error);
  });
  const keep = (response: Item): void => {
    if (request.store !== false) keepResponse(services, { request, conversation, response });
  };
  if (request.stream === true) return streamed(context, reply, { request, keep });
  return await whole(context, reply, { request, keep });
}

function conversationOf({ responses }: Services, request: ResponseRequest): Conversation {
  const { previous_response_id: before } = request;
  return {
    earlier: before == null ? [] : responses.conversation(before),
    items: responses.resolve(inputItems(request)),
  };
}

interface Kept {
  readonly request: ResponseRequest;
  readonly conversation: Conversation;
  readonly response: Item;
}

function keepResponse({ responses }: Services, { request, conversation, response }: Kept): void {
  const key = String(response.id).replace(/^resp_/, '');
  const input = conversation.items.map((item, index) => ({ ...item, id: item.id ?? `in_${key}_${index}` }));
  responses.keep({ response, input, previousId: request.previous_response_id ?? null });
}

interface Answering {
  readonly request: ResponseRequest;
  readonly keep: (response: Item) => void;
}

async function whole(
  context: GatewayContext,
  reply: Response,
  { request, keep }: Answering,
): Promise<Response> {
  const text = await reply.text();
  const completion = readObject(text);
  // A reply that is broken on purpose stays broken.
  if (completion === null) return context.body(text, 200, { 'content-type': 'application/json' });
  const { usage, gatehouse, choices } = completion;
  const [choice] = choices as readonly [{ readonly finish_reason: string }];
  const status = choice.finish_reason === 'length' ? 'incomplete' : 'completed';
  const response = responseOf(request, { head: completion, status, output: outputOf(completion), usage });
  keep(response);
  return context.json({ ...response, gatehouse });
}

function readObject(text: string): Item | null {
  try {
    return JSON.parse(text) as Item;
  } catch {
    return null;
  }
}

/** Pulled by the connection like the chat behind it; a client that leaves ends that too. */
function streamed(context: GatewayContext, reply: Response, { request, keep }: Answering): Response {
  const events = new ResponseEvents(request);
  const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    for (let text = ''; text === ''; ) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      const pieces = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = pieces.pop() ?? '';
      text = pieces.map((piece) => toEvents(events, piece)).join('');
      if (text !== '') controller.enqueue(encoder.encode(text));
    }
    if (events.ended !== null) keep(events.ended);
  };
  const body = new ReadableStream({ pull, cancel: () => reader.cancel() }, { highWaterMark: 0 });
  return context.body(body, 200, streamHeaders);
}

function toEvents(events: ResponseEvents, piece: string): string {
  const data = piece.slice('data: '.length);
  if (data === '[DONE]') return '';
  const chunk = readObject(data);
  return chunk === null ? `event: response.output_text.delta\ndata: ${data}\n\n` : events.take(chunk);
}

export function retrieveResponse(context: GatewayContext, services: Services): Response {
  const { response } = services.responses.get(context.req.param('id') ?? '');
  return jsonReply(context, services, response);
}

export function listInputItems(context: GatewayContext, services: Services): Response {
  const { input } = services.responses.get(context.req.param('id') ?? '');
  // The newest first, as OpenAI lists them unless asked otherwise.
  const data = context.req.query('order') === 'asc' ? input : input.toReversed();
  const page = { object: 'list', data, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
  return jsonReply(context, services, { ...page, has_more: false });
}

export function deleteResponse(context: GatewayContext, services: Services): Response {
  const id = context.req.param('id') ?? '';
  services.responses.get(id);
  services.responses.remove(id);
  return jsonReply(context, services, { id, object: 'response', deleted: true });
}
