/** Pictures and sound that come inside a chat reply. */
import type { MediaSource } from '../types';
import { isRecord, type JsonRecord, textOrNull } from './json';
import { readMediaSource } from './media-source';
import { mediaTypeOf } from './media-type';

export interface ChatMedia {
  /** Takes a message or a delta; the sound of a stream comes in pieces. Answers how many bytes that added. */
  add(message: JsonRecord): number;
  sources(): readonly MediaSource[];
}

/** @param baseUrl completes relative addresses. */
export function createChatMedia(baseUrl: string): ChatMedia {
  const images = new Map<string, MediaSource>();
  const sound = createSound();
  return {
    add(message) {
      let added = 0;
      for (const image of [message.images, partsOf(message.content)].flat()) {
        const source = isRecord(image) ? readMediaSource(image, baseUrl) : null;
        // A last chunk may repeat what earlier ones brought.
        if (source === null || images.has(identityOf(source))) continue;
        images.set(identityOf(source), source);
        added += sizeOf(source);
      }
      const piece = isRecord(message.audio) ? textOrNull(message.audio.data) : null;
      return piece === null ? added : added + sound.add(piece);
    },
    sources: () => [...images.values(), ...sound.sources()],
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

/** Sound in base64, cut anywhere; each piece may also be padded on its own. */
function createSound() {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let rest = '';
  const decode = (text: string) => {
    const piece = Buffer.from(text, 'base64');
    pieces.push(piece);
    bytes += piece.length;
    return piece.length;
  };
  return {
    add(text: string) {
      const all = rest + text;
      const whole = all.endsWith('=') ? all.length : all.length - (all.length % 4);
      rest = all.slice(whole);
      return decode(all.slice(0, whole));
    },
    sources: (): readonly MediaSource[] => (bytes === 0 ? [] : [soundOf(Buffer.concat(pieces))]),
  };
}

function soundOf(bytes: Buffer): MediaSource {
  const contentType = mediaTypeOf(bytes, null);
  if (contentType !== null) return { kind: 'bytes', bytes: new Uint8Array(bytes), contentType };
  return { kind: 'bytes', bytes: asWave(bytes), contentType: 'audio/wav' };
}

/** Bytes without a header are samples: streams carry `pcm16`, in OpenAI's API 24 kHz, mono, 16 bits, little-endian. */
const sampleRate = 24_000;
const bytesPerSample = 2;

function asWave(samples: Buffer): Uint8Array {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * bytesPerSample, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(bytesPerSample * 8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return new Uint8Array(Buffer.concat([header, samples]));
}
