/** The content of a message: its text and its files. */
import { z } from 'zod';
import { invalidRequest } from '../errors';
import { formatOfPicture } from '../media/look/image-file';

export const MAX_PARTS = 256;
const MAX_FILES = 64;
const MAX_FILE_BYTES = 20 * 1024 * 1024;

export const fileKinds = ['image', 'audio', 'video', 'file'] as const;
export type FileKind = (typeof fileKinds)[number];

/** A file as received. */
export interface SentFile {
  readonly kind: FileKind;
  /** Of an image the format by its bytes; of anything else what the request says. */
  readonly label: string;
  readonly bytes: Uint8Array;
}

const textPart = z.looseObject({ type: z.literal('text'), text: z.string() });

/** What an assistant did not say, in the history that a client sends back. */
const refusalPart = z.looseObject({ type: z.literal('refusal'), refusal: z.string() });

const picturePart = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({
    url: z.string(),
    detail: z.enum(['auto', 'low', 'high', 'original']).nullish(),
  }),
});

const audioPart = z.looseObject({
  type: z.literal('input_audio'),
  input_audio: z.looseObject({ data: z.string(), format: z.string().regex(/^[a-z0-9.+-]{1,20}$/) }),
});

const videoPart = z.looseObject({
  type: z.literal('video_url'),
  video_url: z.looseObject({ url: z.string() }),
});

const filePart = z.looseObject({
  type: z.literal('file'),
  file: z.looseObject({
    filename: z.string().min(1).max(300).nullish(),
    file_data: z.string('is required: files are not uploaded here, so their data is sent in the message'),
  }),
});

export const contentPart = z.discriminatedUnion(
  'type',
  [textPart, refusalPart, picturePart, audioPart, videoPart, filePart],
  {
    error: (issue) =>
      issue.code === 'invalid_union'
        ? 'only parts of type "text", "refusal", "image_url", "input_audio", "video_url" and "file" are understood'
        : undefined,
  },
);

export type ContentPart = z.infer<typeof contentPart>;
export type Content = string | readonly ContentPart[] | null | undefined;

export const textOf = (content: Content): string =>
  typeof content === 'string' ? content : (content ?? []).flatMap((part) => wordsOf(part)).join('\n');

const wordsOf = (part: ContentPart): readonly string[] => {
  if (part.type === 'text') return [part.text];
  return part.type === 'refusal' ? [part.refusal] : [];
};

/**
 * The files of a message, decoded; nothing is ever downloaded.
 * @param place of the content, such as `messages[2].content`
 * @throws ApiError 400 that names the part
 */
export function filesOf(content: Content, role: string, place: string): readonly SentFile[] {
  if (typeof content === 'string') return [];
  const parts = (content ?? []).map((part, index) => ({ part, at: `${place}[${index}]` }));
  const files = parts.filter(({ part }) => part.type !== 'text' && part.type !== 'refusal');
  const [first] = files;
  if (first !== undefined && role !== 'user') {
    const what = first.part.type === 'image_url' ? 'pictures' : 'files';
    throw invalidRequest(`${first.at}: only messages of the role "user" may hold ${what}`, first.at);
  }
  if (files.length > MAX_FILES) throw invalidRequest(`${place}: holds more than ${MAX_FILES} files`, place);
  return files.flatMap(({ part, at }) => decodeFile(part, at) ?? []);
}

function decodeFile(part: ContentPart, at: string): SentFile | null {
  switch (part.type) {
    case 'image_url':
      return decodePicture(part.image_url.url, `${at}.image_url.url`);
    case 'input_audio': {
      const { data, format } = part.input_audio;
      return { kind: 'audio', label: format, bytes: decodeBase64(data, `${at}.input_audio.data`) };
    }
    case 'video_url': {
      const { type, bytes } = decodeUrl(part.video_url.url, `${at}.video_url.url`, 'video/mp4');
      return { kind: 'video', label: type, bytes };
    }
    case 'file': {
      const { filename, file_data: data } = part.file;
      const { type, bytes } = decodeUrl(data, `${at}.file.file_data`, 'application/pdf');
      return { kind: 'file', label: `${filename ?? 'file'}, ${type}`, bytes };
    }
    case 'text':
    case 'refusal':
      return null;
  }
}

function decodePicture(url: string, place: string): SentFile {
  const { type, bytes } = decodeUrl(url, place, 'image/png');
  if (!/^image\//i.test(type)) throw notInUrl(place, 'image/png');
  const format = formatOfPicture(bytes);
  if (format === null) throw wrong(place, 'holds no PNG, JPEG, WebP or GIF');
  return { kind: 'image', label: format, bytes };
}

const DATA_URL = /^data:([a-z]+\/[a-z0-9.+-]{1,80});base64,/i;

const wrong = (place: string, why: string) => invalidRequest(`${place}: ${why}`, place);
const notInUrl = (place: string, example: string) =>
  wrong(place, `must be a data URL such as "data:${example};base64,…"; nothing is fetched from the network`);

function decodeUrl(url: string, place: string, example: string) {
  const [head, type] = DATA_URL.exec(url.slice(0, 150)) ?? [];
  if (head === undefined || type === undefined) throw notInUrl(place, example);
  return { type, bytes: decodeBase64(url.slice(head.length), place) };
}

function decodeBase64(base64: string, place: string): Uint8Array {
  if ((base64.length * 3) / 4 > MAX_FILE_BYTES) throw wrong(place, 'is larger than 20 MiB');
  const bytes = Buffer.from(base64, 'base64');
  // `from` stops at the first character outside base64, so the decoded length must match the whole text.
  const isWhole = bytes.toString('base64') === base64.padEnd(Math.ceil(base64.length / 4) * 4, '=');
  if (!isWhole || bytes.length === 0) throw wrong(place, 'does not hold valid base64');
  return bytes;
}
