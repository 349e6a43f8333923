/** What is read of a document beside its bytes, so that it can be sent as text or as images of its pages. */

import { CHARACTERS_PER_TOKEN } from '../money/tokens';

/** How a document goes to a model: its bytes, its text with the marks of its pages, or an image of each page. */
export const fileWays = ['file', 'text', 'images'] as const;
export type FileWay = (typeof fileWays)[number];

/** Why nothing could be read of a document. */
export const unreadReasons = [
  ...(['encrypted', 'old', 'damaged', 'empty', 'memory', 'time', 'crash', 'missing', 'iwork'] as const),
] as const;
export type Unread = (typeof unreadReasons)[number];

/** Kept with the file once it was read. */
export interface DocumentFacts {
  /** Pages, sheets or slides; 1 for text without any. */
  readonly pages: number;
  /** Of its text with the marks of its pages, as it is sent. */
  readonly characters: number;
  /** Its end is beyond a bound and is left out of the text. */
  readonly isCut?: boolean;
  /** Its pages can be drawn. */
  readonly isDrawable?: boolean;
  readonly unread?: Unread;
}

/** What is shown of a document before it is sent. */
export interface DocumentReading extends DocumentFacts {
  /** The beginning of its text. */
  readonly sample: string;
}

export const documentLimits = {
  /** Of the text of one document; what follows is left out, and said. */
  characters: 1_000_000,
  sampleCharacters: 1_000,
  pages: 2_000,
  /** Pages that are drawn of one document. */
  drawnPages: 50,
  /** The longer side of a drawn page in pixels: more is scaled down by the services that name a size. */
  pagePixels: 1_568,
  /** Of one drawn page as JPEG. */
  pageBytes: 300_000,
} as const;

const office = 'application/vnd.openxmlformats-officedocument.';

/**
 * Tokens of one drawn page, about: 765 at OpenAI (platform.openai.com/docs/guides/images), up to 1,600 at Anthropic
 * (docs.anthropic.com/en/docs/build-with-claude/vision).
 */
const PAGE_TOKENS = 1_200;

/** Characters that a document adds to a prompt, sent so; a file counts as none, since only its gateway knows. */
export function charactersSent({
  document,
  way,
}: {
  readonly document?: DocumentFacts;
  readonly way?: FileWay;
}): number {
  if (document === undefined) return 0;
  if (way === 'text') return document.characters + headOf('', document).length + MOST_NAME;
  return way === 'images' ? drawnPages(document) * PAGE_TOKENS * CHARACTERS_PER_TOKEN : 0;
}

const MOST_NAME = 40;

export const drawnPages = ({ pages }: Pick<DocumentFacts, 'pages'>): number =>
  Math.min(pages, documentLimits.drawnPages);

/** The line above a document that is sent as text or as images. */
export const headOf = (
  name: string,
  { pages, isCut = false }: Pick<DocumentFacts, 'pages' | 'isCut'>,
): string =>
  `[Document: ${name}, ${pages === 1 ? '1 page' : `${pages} pages`}${isCut ? ', its end is left out' : ''}]`;

/** What reads each type; of those that are protected or older than 2007 only that can be said. */
type DocumentType =
  | 'pdf'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'odf'
  | 'epub'
  | 'rtf'
  | 'text'
  | 'outlook'
  | 'protected'
  | 'old'
  | 'iwork';

export const documentTypes: Readonly<Record<string, DocumentType>> = {
  'application/pdf': 'pdf',
  [`${office}wordprocessingml.document`]: 'docx',
  [`${office}spreadsheetml.sheet`]: 'xlsx',
  [`${office}presentationml.presentation`]: 'pptx',
  'application/vnd.oasis.opendocument.text': 'odf',
  'application/vnd.oasis.opendocument.spreadsheet': 'odf',
  'application/vnd.oasis.opendocument.presentation': 'odf',
  'application/vnd.oasis.opendocument.graphics': 'odf',
  'application/vnd.oasis.opendocument.text-master': 'odf',
  'application/vnd.oasis.opendocument.text-template': 'odf',
  'application/vnd.oasis.opendocument.spreadsheet-template': 'odf',
  'application/vnd.oasis.opendocument.presentation-template': 'odf',
  'application/vnd.oasis.opendocument.graphics-template': 'odf',
  'application/epub+zip': 'epub',
  'application/rtf': 'rtf',
  'application/x-encrypted-office': 'protected',
  'application/msword': 'old',
  'application/vnd.ms-excel': 'old',
  'application/vnd.ms-powerpoint': 'old',
  'application/vnd.ms-excel.sheet.binary.macroenabled.12': 'old',
  'application/vnd.ms-outlook': 'outlook',
  'application/vnd.apple.iwork': 'iwork',
  'text/plain': 'text',
  'text/vtt': 'text',
  'image/svg+xml': 'text',
};

/** What is said of a document that could not be read, after its name. */
export const unreadTexts: Readonly<Record<Unread, string>> = {
  encrypted: 'is protected by a password, so its text can’t be read',
  old: 'is in a binary format of Office of before 1997 or in XLSB, so its text can’t be read: save it as DOCX, XLSX, PPTX or PDF',
  damaged: 'is damaged, so its text can’t be read',
  empty: 'holds no text: it may be scanned',
  memory: 'takes too much memory to be read',
  time: 'takes too long to be read',
  crash: 'made its reader crash',
  missing: 'can’t be read: this build has no reader of PDF',
  iwork:
    'is a document of Pages, Numbers or Keynote, so its text can’t be read: export it as PDF, DOCX, XLSX or PPTX',
};

/** A document as one text; each page begins with a line that names it. Indents and empty lines of its beginning are text. */
export const pagedText = (pages: readonly string[]): string =>
  pages.length <= 1
    ? (pages[0] ?? '').trimEnd()
    : pages.map((page, at) => `[Page ${at + 1}]\n${page.trimEnd()}`).join('\n\n');
