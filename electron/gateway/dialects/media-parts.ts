/** Inputs of media as parts of a list, where a gateway has them so. */
import { isRecord, type JsonRecord } from '../parse/json';
import type { InputMark, WrittenInputs } from '../types/call';

const urlPart = (url: string) => ({ type: 'image_url', image_url: { url } });

/** An image by way of the chat: behind the text of its message. */
export function toChatParts(body: JsonRecord, marks: readonly InputMark[]): WrittenInputs {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  const last = messages.at(-1);
  if (!isRecord(last)) return { body };
  const text = { type: 'text', text: last.content };
  const content = [text, ...marks.map(({ marker }) => urlPart(marker))];
  return { body: { ...body, messages: [...messages.slice(0, -1), { ...last, content }] } };
}

const contentRoles: Readonly<Partial<Record<InputMark['role'], string>>> = {
  firstFrame: 'first_frame',
  lastFrame: 'last_frame',
  reference: 'reference_image',
};

/** A task whose content is a list, each image with its role (volcengine.com/docs/82379/1520757). */
export function inContent(body: JsonRecord, marks: readonly InputMark[]): WrittenInputs {
  const content = Array.isArray(body.content) ? body.content : [];
  const images = marks.map(({ role, marker }) => ({ ...urlPart(marker), role: contentRoles[role] }));
  return { body: { ...body, content: [...content, ...images] } };
}
