/** Tags of WebM and Matroska: names and texts, among them the origin. */
import type { MediaOrigin } from '../../../../../shared/media/media';
import type { ByteSource } from '../../bytes';
import { captionOf, maxOriginBytes, originKey, originText, parseOrigin } from '../origin-text';
import { childrenOf, type Element, element } from './ebml';

export const TAGS = 0x1254_c367;
export const TAG_KEY = originKey.toUpperCase();
export const MAX_TAGS_BYTES = 2 * maxOriginBytes;
const TAG = 0x7373;
const SIMPLE_TAG = 0x67c8;
const TAG_NAME = 0x45a3;
const TAG_STRING = 0x4487;

type Pair = readonly [name: string, text: string];

const utf8 = new TextDecoder();
const encoded = (text: string) => new TextEncoder().encode(text);

/** What is written for an origin. */
export function textsOf(origin: MediaOrigin): Pair[] {
  const { title, description, software, created } = captionOf(origin);
  return [
    [TAG_KEY, originText(origin)],
    ['TITLE', title],
    ['DESCRIPTION', description],
    ['DATE', created.toISOString().slice(0, 10)],
    ['ENCODED_BY', software],
  ];
}

export function tagsElement(pairs: readonly Pair[]): Uint8Array {
  const tags = pairs.map(([name, text]) =>
    element(SIMPLE_TAG, element(TAG_NAME, encoded(name)), element(TAG_STRING, encoded(text))),
  );
  // 50: tags of the whole file, not of a track or a chapter.
  return element(TAGS, element(TAG, element(0x63c0, element(0x68ca, Uint8Array.of(50))), ...tags));
}

/** The names and texts in an element of tags; none where it is longer than any. */
export async function pairsIn(source: ByteSource, { dataStart, end }: Element): Promise<Pair[]> {
  const length = (end ?? dataStart) - dataStart;
  return length > MAX_TAGS_BYTES ? [] : pairsOf(await source.read(dataStart, length));
}

export function pairsOf(data: Uint8Array): Pair[] {
  const tags = childrenOf(data, TAG).flatMap((tag) => childrenOf(tag, SIMPLE_TAG));
  return tags.flatMap((tag) => {
    const [name, text] = [childrenOf(tag, TAG_NAME)[0], childrenOf(tag, TAG_STRING)[0]];
    return name ? [[utf8.decode(name), utf8.decode(text ?? new Uint8Array())] as const] : [];
  });
}

export function originOf(pairs: readonly Pair[]): MediaOrigin | null {
  const text = pairs.find(([name]) => name === TAG_KEY)?.[1];
  return text === undefined ? null : parseOrigin(text);
}

/** Whether an element holds tags that an earlier origin wrote, and nothing else. */
export async function isOurTags(source: ByteSource, one: Element): Promise<boolean> {
  const pairs = one.id === TAGS ? await pairsIn(source, one) : [];
  const earlier = originOf(pairs);
  const ours = earlier ? textsOf(earlier) : [];
  return (
    earlier !== null &&
    pairs.every(([name, text]) => ours.some(([key, value]) => key === name && value === text))
  );
}
