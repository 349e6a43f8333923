/** A message while it is written by hand: its parts as fields, and back as the parts of an edit. Pure. */
import type { Message } from '../../../../shared/chat/chat';
import type { EditedPart, WrittenMessage } from '../../../../shared/chat/edits';
import {
  isFilePart,
  isRawPart,
  isTextPart,
  type MessageRole,
  type Part,
  type RawPartType,
} from '../../../../shared/chat/parts';
import { resultRaw, toolCallsOf, toolResultsOf } from '../../../../shared/chat/tool-calls';
import { openCallsAbove } from '../../../../shared/chat/tool-rounds';
import { refTo, type StoredFile } from '../../../../shared/media/files';

type Fields =
  | { readonly kind: 'text' | 'reasoning' | 'refusal'; readonly text: string }
  | { readonly kind: 'toolCall'; readonly id: string; readonly name: string; readonly text: string }
  | { readonly kind: 'toolResult'; readonly id: string; readonly name: string; readonly text: string }
  | { readonly kind: 'json'; readonly type: RawPartType; readonly text: string }
  /** With the file where it is one that a person attached; media that came with a reply stay what they are. */
  | { readonly kind: 'file'; readonly text: string; readonly file?: StoredFile };

/** `of` is the part that it was; it is kept as it is where nothing of it was changed. */
export type PartDraft = Fields & { readonly key: string; readonly of?: Part };

export interface TurnDraft {
  readonly role: MessageRole;
  readonly parts: readonly PartDraft[];
}

const jsonOf = (raw: unknown): string => JSON.stringify(raw, null, 2);

function fieldsOf(part: Part): Fields {
  if (isTextPart(part)) return { kind: part.type, text: part.text };
  if (isFilePart(part)) return { kind: 'file', text: part.file.name, file: part.file };
  if (!isRawPart(part)) return { kind: 'file', text: part.job.media[0]?.fileName ?? part.type };
  const [call] = part.type === 'toolCall' ? toolCallsOf([part]) : [];
  if (call !== undefined) return { kind: 'toolCall', id: call.id, name: call.name, text: call.argumentsText };
  const [result] = toolResultsOf([part]);
  if (result !== undefined)
    return { kind: 'toolResult', id: result.callId, name: result.name, text: result.content };
  return { kind: 'json', type: part.type, text: jsonOf(part.raw) };
}

const emptyText = (key: string): PartDraft => ({ key, kind: 'text', text: '' });

export function draftOfMessage({ role, parts }: Pick<Message, 'role' | 'parts'>): TurnDraft {
  const drafts = parts.map((part): PartDraft => ({ ...fieldsOf(part), key: part.id, of: part }));
  return { role, parts: drafts.length === 0 ? [emptyText('new')] : drafts };
}

const isKept = ({ key: _key, of, ...fields }: PartDraft): boolean =>
  of !== undefined && JSON.stringify(fieldsOf(of)) === JSON.stringify(fields);

/** Fields of a gateway’s own stay with a call or a result that is changed. */
function rawWith(of: Part | undefined, changed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const raw = of !== undefined && isRawPart(of) ? of.raw : null;
  return { ...(typeof raw === 'object' && raw !== null ? raw : {}), ...changed };
}

function editedPart(draft: PartDraft): EditedPart {
  if (draft.of !== undefined && isKept(draft)) return { kept: draft.of.id };
  switch (draft.kind) {
    case 'toolCall': {
      const called = { name: draft.name, arguments: draft.text };
      return {
        type: 'toolCall',
        raw: rawWith(draft.of, { id: draft.id, type: 'function', function: called }),
      };
    }
    case 'toolResult': {
      const result = { callId: draft.id, name: draft.name, content: draft.text };
      return { type: 'toolResult', raw: rawWith(draft.of, resultRaw(result) as Record<string, unknown>) };
    }
    case 'json':
      return { type: draft.type, raw: JSON.parse(draft.text) as unknown };
    case 'file':
      return draft.file === undefined
        ? { kept: draft.of?.id ?? draft.key }
        : { type: draft.file.kind, file: refTo(draft.file) };
    default:
      return { type: draft.kind, text: draft.text };
  }
}

/** Why it can't be saved yet, in words; `null` where it can. */
export function problemOf({ role, parts }: TurnDraft): string | null {
  if (parts.length === 0) return 'Add a part: a message without any can’t be sent.';
  if (parts.every(({ kind, text }) => kind === 'text' && text.trim() === ''))
    return 'Type the text of the message.';
  if (role === 'tool' && parts.some(isAttached))
    return 'A result of a tool is text: remove the file, or choose another role.';
  for (const part of parts) {
    if (part.kind === 'toolCall' && part.name.trim() === '') return 'Name the tool that is called.';
    if (part.kind === 'json' && !isJson(part.text)) return `The part “${part.type}” is not valid JSON.`;
  }
  return null;
}

const isAttached = (part: PartDraft): boolean => part.kind === 'file' && part.file !== undefined;

/** The parts with one of them a place further up or down; at the ends it stays. */
export function withMoved(parts: readonly PartDraft[], key: string, by: 1 | -1): readonly PartDraft[] {
  const at = parts.findIndex((part) => part.key === key);
  const part = parts[at];
  if (part === undefined || parts[at + by] === undefined) return parts;
  return parts.toSpliced(at, 1).toSpliced(at + by, 0, part);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The call that an arguments’ text belongs to is sent as it is, also where it is no JSON. */
export const argumentsProblem = (part: PartDraft): string | null =>
  part.kind === 'toolCall' && !isJson(part.text) ? 'Not valid JSON; it is sent as it is.' : null;

export const messageOfDraft = ({ role, parts }: TurnDraft): WrittenMessage => ({
  role,
  parts: parts
    .filter(({ kind, text }) => kind !== 'text' || text !== '' || parts.length === 1)
    .map(editedPart),
});

/** Whether the draft says the same as the message. */
export const isUnchanged = (draft: TurnDraft, message: Pick<Message, 'role' | 'parts'>): boolean =>
  draft.role === message.role &&
  draft.parts.length === message.parts.length &&
  draft.parts.every((part, at) => isKept(part) && part.of?.id === message.parts[at]?.id);

/** What a new message begins as: the results that the reply above still waits for, else a text of the user. */
export function draftBehind(above: readonly Pick<Message, 'role' | 'parts'>[]): TurnDraft {
  const open = openCallsAbove(above);
  if (open.length === 0) return { role: 'user', parts: [emptyText('new')] };
  const parts = open.map(
    ({ id, name }, at): PartDraft => ({ key: `new ${at}`, kind: 'toolResult', id, name, text: '' }),
  );
  return { role: 'tool', parts };
}

/** Under the role of tools a text is a result, and a result is a text under every other one. */
export function inRole(
  draft: TurnDraft,
  role: MessageRole,
  above: readonly Pick<Message, 'role' | 'parts'>[],
): TurnDraft {
  const [{ id, name } = { id: '', name: '' }] = openCallsAbove(above);
  const parts = draft.parts.map((part): PartDraft => {
    const { key, text } = part;
    if (role === 'tool' && part.kind === 'text') return { key, kind: 'toolResult', id, name, text };
    if (role !== 'tool' && part.kind === 'toolResult') return { key, kind: 'text', text };
    return part;
  });
  return { role, parts };
}
