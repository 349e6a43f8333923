/** Messages as a person writes them: their parts checked against their role, and put into the form that is stored. */
import type { Message } from '../../../shared/chat/chat';
import type { EditedPart } from '../../../shared/chat/edits';
import { isRawPart, type MessageRole, reasoningOf, textOf } from '../../../shared/chat/parts';
import { resultRaw, toolResultsOf } from '../../../shared/chat/tool-calls';
import { openCallsAbove } from '../../../shared/chat/tool-rounds';
import { type WrittenPart, written } from '../../../shared/chat/written-parts';
import { AppError } from '../../../shared/errors';
import type { Ports } from '../ports/ports';
import { requireFiles } from './require-files';

type Unnumbered<One> = One extends WrittenPart ? Omit<One, 'number'> : never;
type Given = Unnumbered<WrittenPart>;

/**
 * @param of the message whose parts may be kept
 * @throws AppError `not_found` where a kept part or a file is gone, `invalid_input` where a part doesn’t fit the role
 */
export function writtenParts(
  ports: Pick<Ports, 'storage'>,
  { role, parts }: { readonly role: MessageRole; readonly parts: readonly EditedPart[] },
  of?: Pick<Message, 'parts'>,
): readonly WrittenPart[] {
  const known = of === undefined ? [] : written(of.parts);
  const given = parts.map((part): Given => {
    if ('kept' in part) {
      const at = of?.parts.findIndex(({ id }) => id === part.kept) ?? -1;
      const found = known[at];
      if (found !== undefined) return withoutNumber(found);
      throw new AppError({ code: 'not_found', message: 'A part of this message no longer exists.' });
    }
    if (!('file' in part)) return part;
    const [file] = requireFiles(ports, [part.file]);
    return { type: file?.kind ?? part.type, file: part.file };
  });
  requireRole(role, given);
  const isRethought = of !== undefined && reasoningOf(of.parts) !== reasoningOf(given);
  return (isRethought ? given.filter((part, at) => !isKeptThinking(part, parts[at])) : given)
    .filter(says)
    .map((part, at) => ({ ...part, number: at + 1 }));
}

/** A signature is of the words that came with it: where they were rewritten, the old ones would be sent in their place. */
const isKeptThinking = ({ type }: Given, part: EditedPart | undefined): boolean =>
  type === 'thinking' && part !== undefined && 'kept' in part;

const withoutNumber = ({ number: _number, ...part }: WrittenPart): Given => part;

/** A text that was emptied is no part; what is left may be nothing. */
const says = (part: Given): boolean => !('text' in part) || part.text !== '';

function requireRole(role: MessageRole, parts: readonly Given[]): void {
  const has = (type: Given['type']) => parts.some((part) => part.type === type);
  if (role !== 'assistant' && has('toolCall'))
    throw refused(
      'role',
      'This message asks for tools, which only a message of the assistant can do. Remove its tool calls first.',
    );
  if (role !== 'tool' && has('toolResult'))
    throw refused(
      'role',
      'This message holds results of tools, which only a message of the role tool can. Remove them first, or make them text.',
    );
}

const refused = (field: string, message: string) => new AppError({ code: 'invalid_input', field, message });

/**
 * The same message under another role. Results of tools become text, and a text the result of the first call before it
 * that has none.
 * @param above the branch before it, oldest first
 */
export function partsInRole(
  message: Message,
  role: MessageRole,
  above: readonly Message[],
): readonly EditedPart[] {
  const kept = message.parts.map(({ id }) => ({ kept: id }));
  if (message.role === 'tool' && role !== 'tool') {
    return message.parts.map((part): EditedPart => {
      if (part.type !== 'toolResult' || !isRawPart(part)) return { kept: part.id };
      const [result] = toolResultsOf([part]);
      return { type: 'text', text: result?.content ?? JSON.stringify(part.raw) };
    });
  }
  if (role !== 'tool' || message.role === 'tool') return kept;
  const [{ id: callId, name } = { id: '', name: '' }] = openCallsAbove(above);
  const raw = resultRaw({ callId, name, content: textOf(message.parts) });
  const others = message.parts.filter(({ type }) => type !== 'text');
  return [{ type: 'toolResult', raw }, ...others.map(({ id }) => ({ kept: id }))];
}
