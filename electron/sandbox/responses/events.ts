/** The chunks of a chat as the events of a response, in OpenAI's order. */
import type { Item } from './input';
import {
  callItem,
  keyOf,
  messageItem,
  type ResponseState,
  reasoningItem,
  responseOf,
  textPart,
} from './output';
import type { ResponseRequest } from './request';

interface Open {
  readonly kind: 'reasoning' | 'message' | 'call';
  readonly id: string;
  readonly at: number;
  readonly callId: string;
  readonly name: string;
  text: string;
}

const recordOf = (value: unknown): Item =>
  typeof value === 'object' && value !== null ? (value as Item) : {};
const listOf = (value: unknown): readonly Item[] => (Array.isArray(value) ? value.map(recordOf) : []);

export class ResponseEvents {
  readonly #request: ResponseRequest;
  #head: Item = {};
  #number = 0;
  #open: Open | null = null;
  #output: Item[] = [];
  #calls = 0;
  #finish: unknown = null;
  #written = '';
  /** The whole response, once it has ended. */
  ended: Item | null = null;

  constructor(request: ResponseRequest) {
    this.#request = request;
  }

  /** @returns the events that this chunk of the chat makes */
  take(chunk: Item): string {
    this.#written = '';
    if (chunk.error !== undefined) this.#fail(recordOf(chunk.error), chunk.gatehouse);
    else this.#read(chunk);
    return this.#written;
  }

  #read(chunk: Item): void {
    if (this.#head.id === undefined) this.#start(chunk);
    const [choice] = listOf(chunk.choices);
    if (choice !== undefined) this.#add(recordOf(choice.delta));
    this.#finish = choice?.finish_reason ?? this.#finish;
    if (recordOf(chunk.usage).total_tokens !== undefined) this.#end(chunk);
  }

  #start({ id, created, model }: Item): void {
    this.#head = { id, created, model };
    const response = this.#response({ status: 'in_progress' });
    this.#send('response.created', { response });
    this.#send('response.in_progress', { response });
  }

  #add({ reasoning, content, tool_calls: calls }: Item): void {
    const key = keyOf(this.#head.id);
    if (typeof reasoning === 'string') this.#say('reasoning', `rs_${key}`, reasoning);
    if (typeof content === 'string' && content !== '') this.#say('message', `msg_${key}`, content);
    for (const call of listOf(calls)) this.#addCall(call, key);
  }

  /** The first piece of a call has its id; all later ones are arguments. */
  #addCall({ id, function: called }: Item, key: string): void {
    const { name, arguments: given } = recordOf(called);
    if (id !== undefined) {
      this.#openItem({
        kind: 'call',
        id: `fc_${key}_${this.#calls}`,
        callId: String(id),
        name: String(name),
      });
      this.#calls += 1;
    }
    if (typeof given === 'string' && given !== '') this.#delta(given);
  }

  #say(kind: 'reasoning' | 'message', id: string, text: string): void {
    if (this.#open?.kind !== kind) this.#openItem({ kind, id, callId: '', name: '' });
    this.#delta(text);
  }

  #openItem(item: Pick<Open, 'kind' | 'id' | 'callId' | 'name'>): void {
    this.#close('completed');
    const open: Open = { ...item, at: this.#output.length, text: '' };
    this.#open = open;
    this.#send('response.output_item.added', { output_index: open.at, item: itemOf(open, 'in_progress') });
    if (item.kind === 'message')
      this.#send('response.content_part.added', { ...placeOf(open), part: textPart('') });
    if (item.kind === 'reasoning')
      this.#send('response.reasoning_summary_part.added', { ...placeOf(open), part: summaryPart('') });
  }

  #delta(delta: string): void {
    const open = this.#open;
    if (open === null) return;
    open.text += delta;
    const more = open.kind === 'message' ? { logprobs: [] } : {};
    this.#send(`response.${names[open.kind]}.delta`, { ...placeOf(open), delta, ...more });
  }

  #close(status: 'completed' | 'incomplete'): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    const { kind, text, name } = open;
    const place = placeOf(open);
    const done = kind === 'call' ? { name, arguments: text } : { text };
    const more = kind === 'message' ? { logprobs: [] } : {};
    this.#send(`response.${names[kind]}.done`, { ...place, ...done, ...more });
    if (kind === 'message') this.#send('response.content_part.done', { ...place, part: textPart(text) });
    if (kind === 'reasoning')
      this.#send('response.reasoning_summary_part.done', { ...place, part: summaryPart(text) });
    const item = itemOf(open, status);
    this.#output.push(item);
    this.#send('response.output_item.done', { output_index: open.at, item });
  }

  #end({ usage, gatehouse }: Item): void {
    const status = this.#finish === 'length' ? 'incomplete' : 'completed';
    // A reply without a word is a message without a word.
    if (this.#open === null && this.#output.length === 0)
      this.#openItem({ kind: 'message', id: `msg_${keyOf(this.#head.id)}`, callId: '', name: '' });
    this.#close(status);
    this.ended = this.#response({ status, usage });
    this.#send(`response.${status}`, { response: this.ended, gatehouse });
  }

  #fail(error: Item, gatehouse: unknown): void {
    const { code, message, param = null } = error;
    this.#send('error', { code, message, param });
    this.#close('incomplete');
    this.#send('response.failed', { response: this.#response({ status: 'failed', error }), gatehouse });
  }

  #response(state: Pick<ResponseState, 'status' | 'usage' | 'error'>): Item {
    return responseOf(this.#request, { ...state, head: this.#head, output: [...this.#output] });
  }

  #send(type: string, fields: Item): void {
    const data = { type, sequence_number: this.#number, ...fields };
    this.#number += 1;
    this.#written += `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
  }
}

/** Of the events about text. */
const names = {
  message: 'output_text',
  reasoning: 'reasoning_summary_text',
  call: 'function_call_arguments',
} as const;

const summaryPart = (text: string): Item => ({ type: 'summary_text', text });

function placeOf({ kind, id, at }: Open): Item {
  const place = { item_id: id, output_index: at };
  if (kind === 'message') return { ...place, content_index: 0 };
  return kind === 'reasoning' ? { ...place, summary_index: 0 } : place;
}

function itemOf({ kind, id, callId, name, text }: Open, status: string): Item {
  if (kind === 'reasoning') return reasoningItem(id, text);
  if (kind === 'call') return callItem({ id, callId, name, given: text }, status);
  return messageItem(id, status, status === 'in_progress' ? [] : [textPart(text)]);
}
