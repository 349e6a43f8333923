/** The parts of a message in a chat file, and back. */
import type { Message } from '../../../shared/chat';
import { isFilePart, isRawPart, isResultPart, isTextPart, type Part } from '../../../shared/chat/parts';
import type { WrittenPart } from '../../../shared/chat/written-parts';
import type { ConversationFile, PartInFile } from '../../../shared/conversation-file';
import type { ResultKind } from '../../../shared/media';
import { fileLine } from '../modalities/message-content';

type FileMessage = ConversationFile['messages'][number];

/**
 * A message of nothing but one text needs no parts. What came with a reply stays in the library: texts on its two sides
 * are one in the file.
 */
export function partsForFile({ parts }: Pick<Message, 'parts'>): Pick<FileMessage, 'parts'> {
  const own: PartInFile[] = [];
  for (const [at, part] of parts.entries()) {
    const last = own.at(-1);
    const before = parts[at - 1];
    const goesOn =
      before !== undefined && isResultPart(before) && isTextPart(part) && last?.type === part.type;
    if (goesOn && last !== undefined && 'text' in last) last.text += part.text;
    else own.push(...partInFile(part));
  }
  return own.every(({ type }) => type === 'text') && own.length <= 1 ? {} : { parts: own };
}

function partInFile(part: Part): readonly PartInFile[] {
  if (isTextPart(part)) return [{ type: part.type, text: part.text }];
  if (isFilePart(part)) return [{ type: part.type, sha256: part.file.id, name: part.file.name }];
  return isRawPart(part) ? [{ type: part.type, raw: part.raw as never }] : [];
}

/**
 * The parts as they are stored: files that are here, and for each of the others a line that names it.
 * @param kindOf the kind of the file of this SHA-256, by its bytes; `null` where it is not stored
 */
export function partsOfFile(
  message: FileMessage,
  kindOf: (sha256: string) => ResultKind | null,
): readonly WrittenPart[] {
  const stored = (message.parts ?? flatParts(message)).map((part): WithoutNumber<WrittenPart> => {
    if (!('sha256' in part)) return part;
    const { type, sha256: id, name } = part;
    const kind = kindOf(id);
    if (kind === null) return { type: 'text', text: fileLine({ kind: type, name }) };
    return { type: kind, file: { id, name } };
  });
  return stored.map((part, at) => ({ ...part, number: at + 1 }));
}

type WithoutNumber<One> = One extends WrittenPart ? Omit<One, 'number'> : never;

/** What a file without parts says, in the order in which it was shown. */
function flatParts({ text, reasoning = '', refusal, attachments = [] }: FileMessage): readonly PartInFile[] {
  const texts = { reasoning, text, refusal: refusal ?? '' };
  const said = (type: keyof typeof texts): readonly PartInFile[] =>
    texts[type] === '' ? [] : [{ type, text: texts[type] }];
  const images = attachments.map((file) => ({ ...file, type: 'image' as const }));
  return [...said('reasoning'), ...said('text'), ...images, ...said('refusal')];
}
