/** Media in a JSON reply: bytes in base64, hex or a data URL, or the addresses where they wait. */
import type { MediaSource } from '../types/media';
import { fieldsOf, isRecord, type JsonRecord, textOrNull, wordOf } from './json';
import { readDataUrl, readEncoded } from './media-type';
import { addressesOf, looksLikeAddress } from './result-address';

/** Fields that hold an address, without case and signs; each is tried. */
const urlFields = [
  ...[
    'url',
    'resulturl',
    'outputurl',
    'videourl',
    'audiourl',
    'imageurl',
    'fileurl',
    'downloadurl',
    'mediaurl',
    'imgurl',
    'motionmp4url',
  ],
  ...['signedurl', 'publicurl', 'filedownloadurl', 'downloadlink', 'src', 'urls', 'uri', 'fileuri'],
  ...['mirror', 'mirrors', 'alternateurl', 'fallbackurl', 'backupurl'],
];
/** Fields that hold nothing but bytes, then those that may hold words or objects too. */
const byteFields = [
  ...['b64json', 'base64', 'b64', 'videobase64', 'audiobase64', 'imagebase64', 'filedata', 'hex', 'bytes'],
  ...['bytesbase64encoded', 'b64data', 'audiocontent'],
];
const anyFields = [
  ...[
    'data',
    'audio',
    'image',
    'img',
    'video',
    'file',
    'media',
    'content',
    'inputaudio',
    'inlinedata',
    'resource',
  ],
];

/** What else an address of a result may be called, but for those of what was sent, of a part, or of a small picture. */
const RESULT_ADDRESS =
  /^(?!.*(?:input|init|source|origin|frame|start|tail|mask|ref|cover|thumb|preview|poster|stream|watermark|partial|upload|callback|webhook))\w*(?:result|output|video|audio|image|img|file|media|download|generation|track|song|music|render|final|blob|asset|mp[34])\w*(?:url|uri|link)s?$/;

/** The kinds of what a record holds. Of several, one is the result, and what comes after it its cover or its sound. */
const kinds = ['video', 'audio', 'image'] as const;

interface Inside {
  readonly field: string;
  readonly source: MediaSource;
}

/** Without what is of a lesser kind than another. */
function bestKind(inside: readonly Inside[]): MediaSource[] {
  const kindOf = (field: string) => kinds.findIndex((kind) => field.replace('mp4', 'video').includes(kind));
  const best = Math.min(...inside.map(({ field }) => kindOf(field)).filter((kind) => kind !== -1));
  const kept = inside.filter(({ field }) => kindOf(field) === -1 || kindOf(field) === best);
  // A plain `url` beside a video may be its first picture.
  const isFirst = ({ field }: Inside) => best === 0 && kindOf(field) === 0;
  return [...kept.filter(isFirst), ...kept.filter((one) => !isFirst(one))].map(({ source }) => source);
}

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
  const fields = fieldsOf(item);
  const read = (
    names: readonly string[],
    reader: (value: unknown) => readonly (MediaSource | null)[],
  ): Inside[] =>
    names.flatMap((field) =>
      reader(fields.get(field)).flatMap((source) => (source === null ? [] : [{ field, source }])),
    );
  const inside = bestKind([
    ...read(byteFields, (value) => [readBytes(value, declared)]),
    ...read(urlFields, (value) => readUrls(value, baseUrl, declared)),
    ...read(anyFields, (value) => [readMediaSource(only(value), baseUrl, depth + 1, declared)]),
  ]);
  if (inside.length === 0) {
    const others = [...fields.keys()].filter((field) => RESULT_ADDRESS.test(field));
    inside.push(...bestKind(read(others, (value) => readUrls(value, baseUrl, declared))));
  }
  const found = inside.find(({ kind }) => kind === 'bytes') ?? joined(inside as Addresses[], declared);
  return found ?? readNamedFile(item, baseUrl);
}

/**
 * A file that is named by its folder, as ComfyUI's servers do: they give it at `/view` of the same origin, or beside their
 * other paths (docs.comfy.org/development/comfyui-server/comms_routes). What was sent and previews are no results.
 */
function readNamedFile({ filename, subfolder, type }: JsonRecord, baseUrl: string): MediaSource | null {
  if (textOrNull(filename) === null || typeof subfolder !== 'string' || type !== 'output') return null;
  const query = new URLSearchParams({ filename: wordOf(filename), subfolder, type });
  const urls = [new URL('/view', baseUrl), new URL(`${baseUrl.replace(/\/+$/, '')}/view`)];
  return address([...new Set(urls.map(({ href }) => `${href}?${query}`))], null);
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
    /^\d{1,6}$/.test(wordOf(value ?? '')),
  );
  const type = [name, ...stated.map(([field, value]) => `${field}=${value}`)].join(';');
  // A bare name such as `png` is no media type; only names of raw samples say more than the bytes.
  return name.includes('/') || /pcm|raw|^[slfu]\d|law|linear16/i.test(name) ? type : null;
}

/** A bare string: an address, a data URL, base64 or hex. */
export function readMediaText(text: string, baseUrl: string, declared: string | null): MediaSource | null {
  if (/^data:/i.test(text)) return readDataUrl(text, declared);
  if (/^https?:/i.test(text) || looksLikeAddress(text)) return readUrl(text, baseUrl, declared);
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

/** `http(s)` and `data:` only. */
function readUrl(value: unknown, baseUrl: string, declared: string | null): MediaSource | null {
  const text = textOrNull(value);
  if (text === null) return null;
  if (/^data:/i.test(text)) return readDataUrl(text, declared);
  const urls = addressesOf(text, baseUrl);
  return urls.length > 0 ? address(urls, declared) : null;
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
