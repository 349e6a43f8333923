/** Recorded calls of chats as cases of experiments: what was asked, and what was answered. */
import type { CallDetail } from '../../../shared/calls/inspector';
import type { CallCase } from '../../state/ui/begin-experiment';
import { streamedText } from './streamed-text';

interface Message {
  readonly role: string;
  readonly text: string;
}

/** `null` for what is no chat with texts, or was not recorded whole. */
export function caseOfCall(call: CallDetail): CallCase | null {
  const body = bodyOf(call.requestBody);
  const messages = Array.isArray(body?.messages) ? body.messages.map(messageOf) : [];
  const known = messages.filter((one) => one !== null);
  if (body === null || known.length === 0 || known.length < messages.length) return null;
  const isSystem = ({ role }: Message) => role === 'system' || role === 'developer';
  const system = known.filter(isSystem).map(({ text }) => text);
  const said = known.filter((one) => !isSystem(one));
  const model = typeof body.model === 'string' ? body.model : call.model;
  if (said.length === 0 || model === null) return null;
  const [only] = said;
  return {
    profileId: call.profileId,
    model,
    system: system.length === 0 ? null : system.join('\n\n'),
    prompt:
      said.length === 1 && only ? only.text : said.map(({ role, text }) => `${role}: ${text}`).join('\n\n'),
    reply: replyOf(call),
  };
}

/** A prompt is text: images and other parts are left out. */
function messageOf(message: unknown): Message | null {
  if (!isRecord(message) || typeof message.role !== 'string') return null;
  const text = textOf(message.content);
  return text === null ? null : { role: message.role, text };
}

function textOf(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  const texts = content.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : null));
  return texts.some((text) => text === null) ? null : texts.join('\n\n');
}

function replyOf({ events, responseBody }: CallDetail): string | null {
  const streamed = streamedText(events);
  if (streamed !== '') return streamed;
  const choices = bodyOf(responseBody)?.choices;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isRecord(first) ? first.message : undefined;
  const text = isRecord(message) ? textOf(message.content) : null;
  return text === '' ? null : text;
}

function bodyOf(body: CallDetail['requestBody']): Readonly<Record<string, unknown>> | null {
  if (body.kind !== 'text' || body.leftOutBytes > 0) return null;
  try {
    const value: unknown = JSON.parse(body.text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
