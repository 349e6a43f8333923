/**
 * A message is its parts, in the order in which they were written or came. Each has an id of its own, so that a delta
 * names what it adds to, and one part can be edited without the others.
 */
import type { StoredFile } from '../media/files';
import type { Job } from '../media/jobs';

export const messageRoles = ['system', 'developer', 'user', 'assistant', 'tool'] as const;
export type MessageRole = (typeof messageRoles)[number];

/** Who wrote a message, unless the model did. */
export const roleNames: Readonly<Record<Exclude<MessageRole, 'assistant'>, string>> = {
  system: 'System',
  developer: 'Developer',
  user: 'You',
  tool: 'Tool',
};

export const textPartTypes = ['text', 'reasoning', 'refusal'] as const;
export const mediaPartTypes = ['image', 'audio', 'video', 'file'] as const;
/** `thinking` is what a gateway wants back untouched of its thinking: signatures, encrypted blocks. */
export const rawPartTypes = ['toolCall', 'toolResult', 'citation', 'thinking', 'unknown', 'fields'] as const;
export const partTypes = [...textPartTypes, ...mediaPartTypes, ...rawPartTypes] as const;

export type TextPartType = (typeof textPartTypes)[number];
export type MediaPartType = (typeof mediaPartTypes)[number];
export type RawPartType = (typeof rawPartTypes)[number];
export type PartType = (typeof partTypes)[number];

/** What was said, thought or declined. */
export interface TextPart {
  readonly id: string;
  readonly type: TextPartType;
  readonly text: string;
}

/** A stored file that is sent with the message. */
export interface FilePart {
  readonly id: string;
  readonly type: MediaPartType;
  readonly file: StoredFile;
}

/** What came with a reply, as the job that saves it; neighbors of one kind are saved by one job. */
export interface ResultPart {
  readonly id: string;
  readonly type: MediaPartType;
  readonly job: Job;
}

/**
 * JSON as a gateway sent it. `unknown` is what this version can't read: it is kept, and shown by its type. `fields` is the
 * frame of a message that was written as JSON: its fields, with gaps that its other parts fill.
 */
export interface RawPart {
  readonly id: string;
  readonly type: RawPartType;
  readonly raw: unknown;
}

export type Part = TextPart | FilePart | ResultPart | RawPart;

export const partLimits = {
  /** Of one message. Text that goes on beyond them joins the last part of its type. */
  partsOfMessage: 10_000,
  /** Stretches of text and reasoning in one reply; a gateway may switch between them with each word. */
  stretchesOfReply: 200,
} as const;

const textTypes: ReadonlySet<PartType> = new Set(textPartTypes);

export const isTextPart = (part: Part): part is TextPart => textTypes.has(part.type);
export const isFilePart = (part: Part): part is FilePart => 'file' in part;
export const isResultPart = (part: Part): part is ResultPart => 'job' in part;
export const isRawPart = (part: Part): part is RawPart => 'raw' in part;

/** What text is derived from: a part, a part as it is written, or one that still grows. */
interface Said {
  readonly type: string;
  readonly text?: string;
  readonly file?: unknown;
}

/**
 * The texts of one type. What came with a reply in the middle of a text parts no words: it goes on where it stopped. Two
 * texts side by side, or around an attached file, are parted by a blank line.
 */
function joinedOf(parts: readonly Said[], wanted: 'text' | 'reasoning'): string {
  let text = '';
  let isApart = false;
  for (const { type, text: said = '', file } of parts) {
    if (type === wanted && said !== '') {
      text += isApart && text !== '' ? `\n\n${said}` : said;
      isApart = true;
    } else if (type !== wanted) isApart = file !== undefined;
  }
  return text;
}

/** The text of a message: for search, copies, titles, and programs that drive the app. */
export const textOf = (parts: readonly Said[]): string => joinedOf(parts, 'text');

/** The thinking of a reply; empty where there is none. */
export const reasoningOf = (parts: readonly Said[]): string => joinedOf(parts, 'reasoning');

/** The words with which the model declined; empty where it did not. */
export const refusalOf = (parts: readonly Said[]): string =>
  parts.flatMap(({ type, text = '' }) => (type === 'refusal' ? [text] : [])).join('\n\n');

export const filesOf = (parts: readonly Part[]): readonly StoredFile[] =>
  parts.flatMap((part) => (isFilePart(part) ? [part.file] : []));

export const jobsOf = (parts: readonly Part[]): readonly Job[] =>
  parts.flatMap((part) => (isResultPart(part) ? [part.job] : []));
