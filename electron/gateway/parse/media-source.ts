/** Media in a JSON reply: bytes in base64, a data URL, or the address where they wait. */

import type { MediaSource } from '../types';
import { isRecord, textOrNull } from './json';
import { mediaTypeOf } from './media-type';

/** Fields that hold an address, then those that hold bytes; the first that can be read wins. */
const urlFields = ['url', 'image_url', 'video_url', 'audio_url'];
const byteFields = ['b64_json', 'base64', 'audio_base64', 'data', 'audio', 'image', 'video'];

/**
 * One item: a string, an object holding one under a known name, or an object of such objects. `baseUrl` completes a
 * relative address. `null` where nothing of the kind is inside.
 */
export function readMediaSource(item: unknown, baseUrl: string, depth = 0): MediaSource | null {
  if (typeof item === 'string') return readMediaText(item, baseUrl);
  if (!isRecord(item) || depth > 2) return null;
  for (const field of urlFields) {
    const source = readUrl(isRecord(item[field]) ? item[field].url : item[field], baseUrl);
    if (source !== null) return source;
  }
  for (const field of byteFields) {
    const source = readMediaSource(item[field], baseUrl, depth + 1);
    if (source !== null) return source;
  }
  return null;
}

/** A bare string: an absolute address, a data URL or base64. */
function readMediaText(text: string, baseUrl: string): MediaSource | null {
  return /^(?:https?|data):/i.test(text) ? readUrl(text, baseUrl) : readBase64(text, null);
}

/** `http(s)` and `data:` only; a gateway must not make the app open a file. */
function readUrl(value: unknown, baseUrl: string): MediaSource | null {
  const text = textOrNull(value);
  if (text === null) return null;
  if (/^data:/i.test(text)) return readDataUrl(text);
  if (!URL.canParse(text, `${baseUrl}/`)) return null;
  const url = new URL(text, `${baseUrl}/`);
  return url.protocol === 'http:' || url.protocol === 'https:' ? { kind: 'url', url: url.href } : null;
}

function readDataUrl(text: string): MediaSource | null {
  const comma = text.indexOf(',');
  const header = text.slice('data:'.length, comma);
  if (comma === -1) return null;
  if (/;base64$/i.test(header)) return readBase64(text.slice(comma + 1), header);
  return null;
}

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
/** Anything shorter is a word, such as a format's name, and no media. */
const SHORTEST_BASE64 = 16;

function readBase64(text: string, declared: string | null): MediaSource | null {
  const packed = /\s/.test(text) ? text.replace(/\s+/g, '') : text;
  if (packed.length < SHORTEST_BASE64 || !BASE64.test(packed)) return null;
  const bytes = new Uint8Array(Buffer.from(packed, 'base64'));
  return { kind: 'bytes', bytes, contentType: mediaTypeOf(bytes, declared) };
}
