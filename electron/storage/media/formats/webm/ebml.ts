/** Elements, the units of WebM and Matroska: a name and a length, each with a variable number of bytes, and data. */
import { type ByteSource, concat, viewOf } from '../../bytes';

export interface Element {
  /** With the bit that states its length, as written in the specification: `0x1a45dfa3`. */
  readonly id: number;
  readonly start: number;
  readonly dataStart: number;
  /** `null` where it is unknown: the element lasts until one comes that can't be inside it. */
  readonly end: number | null;
}

const MAX_ELEMENTS = 200_000;

/** The elements between two offsets of a file; `null` where they don't fill it exactly, or one has no known length. */
export async function elementsIn(source: ByteSource, start: number, end: number): Promise<Element[] | null> {
  const elements: Element[] = [];
  for (let at = start; at < end; ) {
    const element = elements.length < MAX_ELEMENTS ? await elementAt(source, at) : null;
    if (element === null || element.end === null || element.end > end) return null;
    elements.push(element);
    at = element.end;
  }
  return elements;
}

export async function elementAt(source: ByteSource, start: number): Promise<Element | null> {
  return parsedHead(await source.read(start, 12), start);
}

export interface InnerElement {
  readonly id: number;
  readonly data: Uint8Array;
}

/** Elements inside an element's data; `null` where they don't fill it exactly. */
export function innerElements(data: Uint8Array): InnerElement[] | null {
  const elements: InnerElement[] = [];
  for (let at = 0; at < data.length; ) {
    const element = parsedHead(data.subarray(at, at + 12), at);
    if (element?.end == null || element.end > data.length || elements.length >= MAX_ELEMENTS) return null;
    elements.push({ id: element.id, data: data.subarray(element.dataStart, element.end) });
    at = element.end;
  }
  return elements;
}

/** The data of the children of one name. */
export function childrenOf(data: Uint8Array, id: number): Uint8Array[] {
  return (innerElements(data) ?? []).filter((one) => one.id === id).map((one) => one.data);
}

function parsedHead(head: Uint8Array, start: number): Element | null {
  const idBytes = Math.clz32(head[0] ?? 0) - 23;
  const sizeBytes = Math.clz32(head[idBytes] ?? 0) - 23;
  if (idBytes > 4 || sizeBytes > 8 || idBytes + sizeBytes > head.length) return null;
  const id = head.subarray(0, idBytes).reduce((value, byte) => value * 256 + byte, 0);
  const size = head.subarray(idBytes, idBytes + sizeBytes);
  const dataStart = start + idBytes + sizeBytes;
  const length = size.reduce(
    (value, byte, at) => value * 256 + (at === 0 ? byte & (0xff >> sizeBytes) : byte),
    0,
  );
  const isOpen = length === 2 ** (7 * sizeBytes) - 1;
  return { id, start, dataStart, end: isOpen ? null : dataStart + length };
}

/** An element whose length field always has eight bytes, so nothing moves when a number in it changes. */
export function element(id: number, ...data: readonly Uint8Array[]): Uint8Array {
  return concat(
    elementHead(
      id,
      data.reduce((sum, { length }) => sum + length, 0),
    ),
    ...data,
  );
}

export function elementHead(id: number, dataBytes: number): Uint8Array {
  const size = uint(dataBytes);
  size[0] = 1;
  return concat(idOf(id), size);
}

export function idOf(id: number): Uint8Array {
  const bytes = new Uint8Array(4);
  viewOf(bytes).setUint32(0, id);
  return bytes.subarray(bytes.findIndex((byte) => byte !== 0));
}

/** Always eight bytes. */
export function uint(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  viewOf(bytes).setBigUint64(0, BigInt(value));
  return bytes;
}

export function uintOf(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}
