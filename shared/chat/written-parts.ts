/** Parts as they are written: files and jobs by their ids, and a number in the message instead of an id of its own. */
import { type FileRef, refTo, type StoredFile } from '../media/files';
import {
  isFilePart,
  isResultPart,
  isTextPart,
  type MediaPartType,
  type Part,
  type RawPartType,
  type TextPartType,
} from './parts';

interface Numbered {
  /** Stays the same for as long as the part is there; given once in a message. */
  readonly number: number;
}

export type WrittenText = Numbered & { readonly type: TextPartType; readonly text: string };
export type WrittenFile = Numbered & { readonly type: MediaPartType; readonly file: FileRef };
export type WrittenResult = Numbered & { readonly type: MediaPartType; readonly jobId: string };
export type WrittenRaw = Numbered & { readonly type: RawPartType; readonly raw: unknown };
export type WrittenPart = WrittenText | WrittenFile | WrittenResult | WrittenRaw;

/** The id of a part outside of the database, where the number in its message is enough. */
export const partIdOf = (messageId: string, number: number): string => `${messageId}-p${number}`;

const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf('-p') + 2));

export const written = (parts: readonly Part[]): readonly WrittenPart[] => parts.map(writtenPart);

function writtenPart(part: Part): WrittenPart {
  const number = numberOf(part.id);
  if (isTextPart(part)) return { number, type: part.type, text: part.text };
  if (isFilePart(part)) {
    return { number, type: part.type, file: refTo(part.file) };
  }
  if (isResultPart(part)) return { number, type: part.type, jobId: part.job.id };
  return { number, type: part.type, raw: part.raw };
}

/** The parts of a message that a person wrote: its text, then what is attached. */
export function ownParts(
  text: string,
  files: readonly Pick<StoredFile, 'id' | 'name' | 'kind' | 'way'>[] = [],
): readonly WrittenPart[] {
  const said = text === '' ? [] : [{ number: 1, type: 'text', text } as const];
  return [
    ...said,
    ...files.map((file, at) => ({
      number: said.length + at + 1,
      type: file.kind,
      file: refTo(file),
    })),
  ];
}
