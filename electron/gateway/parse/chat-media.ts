/** Pictures and sound that come inside a chat reply. */
import type { MediaSource } from '../types';
import { isRecord, type JsonRecord, textOrNull } from './json';
import { readMediaSource } from './media-source';
import { mediaTypeOf } from './media-type';

export interface ChatMedia {
  /** Takes a message or a delta; the sound of a stream comes in pieces. */
  add(message: JsonRecord): void;
  sources(): readonly MediaSource[];
  /** In bytes. */
  size(): number;
}

/** @param baseUrl completes relative addresses. */
export function createChatMedia(baseUrl: string): ChatMedia {
  const images = new Map<string, MediaSource>();
  const sound: Uint8Array[] = [];
  let soundBytes = 0;
  return {
    add(message) {
      for (const image of [message.images, partsOf(message.content)].flat()) {
        const source = isRecord(image) ? readMediaSource(image, baseUrl) : null;
        // A last chunk may repeat what earlier ones brought.
        if (source !== null) images.set(identityOf(source), source);
      }
      const piece = isRecord(message.audio) ? textOrNull(message.audio.data) : null;
      if (piece === null) return;
      sound.push(new Uint8Array(Buffer.from(piece, 'base64')));
      soundBytes += sound.at(-1)?.length ?? 0;
    },
    size: () => [...images.values()].reduce((sum, source) => sum + sizeOf(source), soundBytes),
    sources: () => (sound.length === 0 ? [...images.values()] : [...images.values(), joined(sound)]),
  };
}

/** Pictures among the parts of a content; its texts are read elsewhere. */
function partsOf(content: unknown): readonly unknown[] {
  const parts = Array.isArray(content) ? content : [];
  return parts.filter((part) => isRecord(part) && /image/.test(String(part.type)));
}

const sizeOf = (source: MediaSource): number => (source.kind === 'bytes' ? source.bytes.length : 0);

function identityOf(source: MediaSource): string {
  if (source.kind === 'url') return source.url;
  return `${source.bytes.length} ${Buffer.from(source.bytes.subarray(-64)).toString('base64')}`;
}

function joined(pieces: readonly Uint8Array[]): MediaSource {
  const bytes = new Uint8Array(Buffer.concat(pieces));
  // A header of a WAVE file, or raw samples, whose type the request named.
  return { kind: 'bytes', bytes, contentType: mediaTypeOf(bytes, null) };
}
