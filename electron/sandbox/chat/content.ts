/** The content of a message: its text and its images. */
import { z } from 'zod';
import { invalidRequest } from '../errors';
import { formatOfPicture, type PictureFormat } from '../media/look/picture-format';

export const MAX_PARTS = 256;
const MAX_PICTURES = 64;
const MAX_PICTURE_BYTES = 20 * 1024 * 1024;

/** An image as received, with the format detected from its bytes. */
export interface SentPicture {
  readonly bytes: Uint8Array;
  readonly format: PictureFormat;
}

const textPart = z.looseObject({ type: z.literal('text'), text: z.string() });

const picturePart = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({ url: z.string(), detail: z.enum(['auto', 'low', 'high']).nullish() }),
});

export const contentPart = z.discriminatedUnion('type', [textPart, picturePart], {
  error: (issue) =>
    issue.code === 'invalid_union' ? 'only parts of type "text" and "image_url" are understood' : undefined,
});

export type ContentPart = z.infer<typeof contentPart>;
export type Content = string | readonly ContentPart[] | null | undefined;

export const textOf = (content: Content): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');

/**
 * The images of a message, decoded from their data URLs; nothing is ever downloaded.
 * @param place of the content, such as `messages[2].content`
 * @throws ApiError 400 that names the part
 */
export function picturesOf(content: Content, role: string, place: string): readonly SentPicture[] {
  if (typeof content === 'string') return [];
  const pictures = (content ?? []).flatMap((part, index) =>
    part.type === 'image_url' ? [{ url: part.image_url.url, at: `${place}[${index}]` }] : [],
  );
  const [first] = pictures;
  if (first !== undefined && role !== 'user') {
    throw invalidRequest(`${first.at}: only messages of the role "user" may hold pictures`, first.at);
  }
  if (pictures.length > MAX_PICTURES) {
    throw invalidRequest(`${place}: holds more than ${MAX_PICTURES} pictures`, place);
  }
  return pictures.map(({ url, at }) => decodePicture(url, `${at}.image_url.url`));
}

const DATA_URL = /^data:(image\/[a-z0-9.+-]{1,40});base64,/i;

function decodePicture(url: string, place: string): SentPicture {
  const wrong = (why: string) => invalidRequest(`${place}: ${why}`, place);
  const head = DATA_URL.exec(url.slice(0, 100));
  if (head === null) {
    throw wrong('must be a data URL such as "data:image/png;base64,…"; nothing is fetched from the network');
  }
  const base64 = url.slice(head[0].length);
  if ((base64.length * 3) / 4 > MAX_PICTURE_BYTES) throw wrong('is larger than 20 MiB');
  const bytes = Buffer.from(base64, 'base64');
  // `from` stops at the first character outside base64, so the decoded length must match the whole text.
  const isWhole = bytes.toString('base64') === base64.padEnd(Math.ceil(base64.length / 4) * 4, '=');
  if (!isWhole || bytes.length === 0) throw wrong('does not hold valid base64');
  const format = formatOfPicture(bytes);
  if (format === null) throw wrong('holds no PNG, JPEG, WebP or GIF');
  return { bytes, format };
}
