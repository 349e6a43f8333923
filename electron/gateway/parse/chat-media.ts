/** Pictures and sound that come inside a chat reply. */
import { createHash } from 'node:crypto';
import type { MediaSource } from '../types/media';
import { type JsonRecord, textOrNull } from './json';
import { declaredType, readMediaSource } from './media-source';
import { soundSource } from './media-type';

/** What an item added. */
export interface AddedMedia {
  readonly bytes: number;
  /** `null` where it is part of one that came before, or the same. */
  readonly source: (() => MediaSource) | null;
}

export interface ChatMedia {
  /** Takes one item; `null` where it holds no media. */
  add(item: unknown): AddedMedia | null;
  /**
   * Takes a sound of a spoken reply, which may come in pieces; one with another id is another sound.
   * @param isRepeated whether the message holds once more what came in pieces
   */
  addSound(audio: JsonRecord, isRepeated: boolean): AddedMedia | null;
}

/** @param baseUrl completes relative addresses. */
export function createChatMedia(baseUrl: string): ChatMedia {
  const known = new Set<string>();
  const sounds = new Map<string, ReturnType<typeof createSound>>();
  /** Only the first piece of a sound may have its id. */
  let current = '';
  const add: ChatMedia['add'] = (item) => {
    const source = readMediaSource(item, baseUrl);
    if (source === null) return null;
    // A last chunk may repeat what earlier ones brought.
    const identity = identityOf(source);
    if (known.has(identity)) return { bytes: 0, source: null };
    known.add(identity);
    return { bytes: sizeOf(source), source: () => source };
  };
  return {
    add,
    addSound(audio, isRepeated) {
      const piece = textOrNull(audio.data);
      if (piece === null) return add(audio);
      current = textOrNull(audio.id) ?? current;
      const begun = sounds.get(current);
      if (isRepeated && begun !== undefined) return { bytes: 0, source: null };
      const sound = begun ?? createSound();
      sounds.set(current, sound);
      return sound.add(piece, declaredType(audio));
    },
  };
}

const sizeOf = (source: MediaSource): number => (source.kind === 'bytes' ? source.bytes.length : 0);

/** By all of its bytes: sounds that end in silence, and images without compression, are alike in size and end. */
const identityOf = (source: MediaSource): string =>
  source.kind === 'url' ? source.url : createHash('sha256').update(source.bytes).digest('base64');

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
    add(text: string, format: string | null): AddedMedia {
      const isFirst = bytes === 0;
      declared = format ?? declared;
      const all = rest + text;
      const whole = all.endsWith('=') ? all.length : all.length - (all.length % 4);
      rest = all.slice(whole);
      const added = decode(all.slice(0, whole));
      const source = () => soundSource(new Uint8Array(Buffer.concat(pieces)), declared);
      return { bytes: added, source: isFirst && bytes > 0 ? source : null };
    },
  };
}
