/** Rule 6 for chats: what is sent of one is what gateways take, and nothing else than what was said. */
import { GO_ON } from '../far/chat';
import type { FarRequest } from '../far/gateway';
import { THOUGHT } from '../far/meaning';
import { isWritten } from '../person/json-steps';
import { type Run, violate } from '../run-state';
import { markerOfRequest } from './money';

/** More are refused by the gateways that take them. */
const CACHE_POINTS = 4;

const checked = new WeakSet<FarRequest>();

interface Sent {
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

export function checkHistory(run: Run): void {
  for (const { requests } of run.gateways) {
    for (const request of requests) {
      if (request.route !== 'chat' || checked.has(request)) continue;
      checked.add(request);
      const { messages = [] } = JSON.parse(request.body) as { messages?: readonly Sent[] };
      const problem = problemOf(messages.map(asText)) ?? roundProblem(messages) ?? neighborProblem(messages);
      if (request.body.split('"cache_control"').length - 1 > CACHE_POINTS)
        violate(run, 'sent', `${markerOfRequest(request)} was sent with too many cache points`);
      if (problem !== null) violate(run, 'sent', `${markerOfRequest(request)} was sent with ${problem}`);
    }
  }
}

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content);

/** Beside calls there may be no text, which is `null` then and never blank. */
const asText = ({ role, content }: Sent) => ({ role, text: textOf(content) });

/** No gateway takes a call without its result right after it, nor a result without its call. */
function roundProblem(sent: readonly Sent[]): string | null {
  const open = new Set<string>();
  for (const { role, tool_calls: calls = [], tool_call_id: answered = '' } of sent) {
    if (role === 'tool' && !open.delete(answered)) return 'a result without its call';
    if (role !== 'tool' && open.size > 0) return 'a call without its result right after it';
    for (const { id } of calls) open.add(id);
  }
  return open.size > 0 ? 'a call without its result right after it' : null;
}

/**
 * Results follow each other, and what the person wrote as JSON stays as it is: so does what follows it in its role, which
 * began a chat as an example.
 */
function neighborProblem(sent: readonly Sent[]): string | null {
  let isKept = false;
  for (const [at, one] of sent.entries()) {
    const isNext = sent[at - 1]?.role === one.role;
    isKept = isWritten(one) || (isNext && isKept);
    if (isNext && one.role !== 'tool' && !isKept) return 'two messages of one role in a row';
  }
  return null;
}

/** Many gateways refuse the first; nobody wants the others. */
function problemOf(sent: readonly { readonly role: string; readonly text: string }[]): string | null {
  if (sent.some(({ role, text }) => role !== 'tool' && text.trim() === '')) return 'a blank message';
  if (sent.some(({ text }) => text.includes(THOUGHT))) return 'the thinking of an earlier reply';
  // It follows the reply that it continues; a question in front of it in one message has no reply.
  if (sent.some(({ text }) => text.indexOf(GO_ON) > 0))
    return 'the wish to go on with a reply that has no text';
  return null;
}
