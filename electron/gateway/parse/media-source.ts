/** Media in a JSON reply: bytes in base64, hex or a data URL, or the addresses where they wait. */

import type { MediaSource } from '../types/media';
import { isRecord, type JsonRecord, textOrNull } from './json';
import { readDataUrl, readEncoded } from './media-text';

/** Fields that hold an address; each is tried. */
const urlFields = [
  ...['url', 'image_url', 'video_url', 'audio_url', 'file_url', 'download_url', 'urls', 'uri', 'file_uri'],
  ...['mirror', 'mirrors', 'alternate_url', 'fallback_url', 'backup_url'],
];
/** Fields that hold nothing but bytes, then those that may hold words or objects too. */
const byteFields = [
  ...[
    'b64_json',
    'base64',
    'b64',
    'audio_base64',
    'image_base64',
    'video_base64',
    'file_data',
    'hex',
    'bytes',
  ],
];
const anyFields = [
  ...[
    'data',
    'audio',
    'image',
    'video',
    'file',
    'media',
    'content',
    'input_audio',
    'inline_data',
    'inlineData',
  ],
];

type Addresses = Extract<MediaSource, { kind: 'url' }>;

/**
 * One item: a string, an object holding one under a known name, or an object of such objects. Bytes come before
 * addresses, which may have expired. `baseUrl` completes a relative address. `null` where nothing of the kind is inside.
 */
export function readMediaSource(
  item: unknown,
  baseUrl: string,
  depth = 0,
  outer: string | null = null,
): MediaSource | null {
  if (typeof item === 'string') return readMediaText(item, baseUrl, outer);
  if (!isRecord(item) || depth > 2) return null;
  const declared = declaredType(item) ?? outer;
  for (const field of byteFields) {
    const source = readBytes(item[field], declared);
    if (source !== null) return source;
  }
  const found = anyFields.map((field) => readMediaSource(only(item[field]), baseUrl, depth + 1, declared));
  const addresses = urlFields.flatMap((field) => readUrls(item[field], baseUrl, declared));
  const inside = [...addresses, ...found].filter((source) => source !== null);
  return inside.find(({ kind }) => kind === 'bytes') ?? joined(inside as Addresses[], declared);
}

/** Some list what they have one of. Of several, each is a result of its own, which the caller reads. */
const only = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value);

/** What stands beside the bytes: a media type, or the name of a format with the fields of its rate. */
export function declaredType(item: JsonRecord): string | null {
  const names = [
    'mime_type',
    'mimeType',
    'content_type',
    'contentType',
    'media_type',
    'format',
    'output_format',
    'encoding',
  ];
  const [name = null] = names.flatMap((field) => textOrNull(item[field]) ?? []);
  if (name === null) return null;
  const rate =
    item.sample_rate ?? item.sampleRate ?? item.sample_rate_hertz ?? item.sampleRateHertz ?? item.rate;
  const { channels } = item;
  const bits = item.bits ?? item.bits_per_sample ?? item.bit_depth;
  const stated = Object.entries({ rate, channels, bits }).filter(([, value]) =>
    /^\d{1,6}$/.test(String(value ?? '')),
  );
  const type = [name, ...stated.map(([field, value]) => `${field}=${value}`)].join(';');
  // A bare name such as `png` is no media type; only names of raw samples say more than the bytes.
  return name.includes('/') || /pcm|raw|^[slfu]\d|law|linear16/i.test(name) ? type : null;
}

/** A bare string: an absolute address, a data URL, base64 or hex. */
export function readMediaText(text: string, baseUrl: string, declared: string | null): MediaSource | null {
  if (/^data:/i.test(text)) return readDataUrl(text, declared);
  if (/^https?:/i.test(text)) return readUrl(text, baseUrl, declared);
  return readEncoded(text, { declared, isSurely: false });
}

function readBytes(value: unknown, declared: string | null): MediaSource | null {
  const text = textOrNull(value);
  if (text === null) return null;
  return /^data:/i.test(text) ? readDataUrl(text, declared) : readEncoded(text, { declared, isSurely: true });
}

/** An address, an object that holds one, or a list of them. */
function readUrls(value: unknown, baseUrl: string, declared: string | null): readonly MediaSource[] {
  return [value].flat().flatMap((one) => {
    const address = isRecord(one) ? (one.url ?? one.uri) : one;
    const type = isRecord(one) ? (declaredType(one) ?? declared) : declared;
    return readUrl(address, baseUrl, type) ?? [];
  });
}

/** `http(s)` and `data:` only; a gateway must not make the app open a file. */
function readUrl(value: unknown, baseUrl: string, declared: string | null): MediaSource | null {
  const text = textOrNull(value);
  if (text === null) return null;
  if (/^data:/i.test(text)) return readDataUrl(text, declared);
  if (!URL.canParse(text, `${baseUrl}/`)) return null;
  const url = new URL(text, `${baseUrl}/`);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb ? address([url.href], declared) : null;
}

function joined(sources: readonly Addresses[], declared: string | null): MediaSource | null {
  const urls = [...new Set(sources.flatMap(({ url, alternatives = [] }) => [url, ...alternatives]))];
  return urls.length === 0
    ? null
    : address(urls, sources.find(({ contentType }) => contentType)?.contentType ?? declared);
}

const address = ([url = '', ...alternatives]: readonly string[], contentType: string | null): Addresses => ({
  kind: 'url',
  url,
  ...(alternatives.length > 0 && { alternatives }),
  ...(contentType !== null && { contentType }),
});
