/** Pictures and sound that come inside a chat reply. */
import type { MediaSource } from '../types/media';
import { isRecord, type JsonRecord, textOrNull } from './json';
import { declaredType, readMediaSource } from './media-source';
import { soundSource } from './media-type';

export interface ChatMedia {
  /** Takes a message or a delta; the sound of a stream comes in pieces. Answers how many bytes that added. */
  add(message: JsonRecord): number;
  sources(): readonly MediaSource[];
}

/** @param baseUrl completes relative addresses. */
export function createChatMedia(baseUrl: string): ChatMedia {
  const images = new Map<string, MediaSource>();
  const sound = createSound();
  /** @returns how many bytes that added */
  const addOne = (item: unknown): number => {
    const source = isRecord(item) ? readMediaSource(item, baseUrl) : null;
    // A last chunk may repeat what earlier ones brought.
    if (source === null || images.has(identityOf(source))) return 0;
    images.set(identityOf(source), source);
    return sizeOf(source);
  };
  return {
    add(message) {
      const { images: pictures, videos, audios, files, content } = message;
      let added = 0;
      for (const item of [pictures, videos, audios, files, partsOf(content)].flat()) added += addOne(item);
      const { audio } = message;
      if (!isRecord(audio)) return added;
      const piece = textOrNull(audio.data);
      return added + (piece === null ? addOne(audio) : sound.add(piece, declaredType(audio)));
    },
    sources: () => [...images.values(), ...sound.sources()],
  };
}

/** Media among the parts of a content; its texts are read elsewhere. */
function partsOf(content: unknown): readonly unknown[] {
  const parts = Array.isArray(content) ? content : [];
  return parts.filter(
    (part) =>
      (isRecord(part) && /image|audio|video|file|media/.test(String(part.type))) ||
      isRecord(part.inline_data),
  );
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
  let declared: string | null = null;
  const decode = (text: string) => {
    const piece = Buffer.from(text, 'base64');
    pieces.push(piece);
    bytes += piece.length;
    return piece.length;
  };
  return {
    add(text: string, format: string | null) {
      declared = format ?? declared;
      const all = rest + text;
      const whole = all.endsWith('=') ? all.length : all.length - (all.length % 4);
      rest = all.slice(whole);
      return decode(all.slice(0, whole));
    },
    sources: (): readonly MediaSource[] =>
      bytes === 0 ? [] : [soundSource(new Uint8Array(Buffer.concat(pieces)), declared)],
  };
}
