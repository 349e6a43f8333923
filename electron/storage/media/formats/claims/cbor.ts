/** CBOR (RFC 8949) as far as manifests use it: bounded in depth and in values, and nothing of it is trusted. */
import { viewOf } from '../../bytes';

const mostValues = 20_000;
const mostDepth = 24;

/** @throws Error where it is no CBOR, or too much of it */
export function readCbor(bytes: Uint8Array): unknown {
  const view = viewOf(bytes);
  let at = 0;
  let values = 0;

  const need = (count: number) => {
    if (at + count > bytes.length) throw new Error('cut');
  };
  const number = (size: number): number => {
    need(size);
    const start = at;
    at += size;
    if (size === 1) return view.getUint8(start);
    if (size === 2) return view.getUint16(start);
    return size === 4 ? view.getUint32(start) : Number(view.getBigUint64(start));
  };
  const argument = (info: number): number => {
    if (info < 24) return info;
    if (info > 27) throw new Error('open-ended');
    return number(2 ** (info - 24));
  };
  const take = (length: number): Uint8Array => {
    need(length);
    at += length;
    return bytes.subarray(at - length, at);
  };
  const float = (info: number): unknown => {
    if (info < 24) return [false, true, null][info - 20];
    if (info === 26 || info === 27) {
      const start = at;
      take(info === 26 ? 4 : 8);
      return info === 26 ? view.getFloat32(start) : view.getFloat64(start);
    }
    return argument(info);
  };
  const list = (count: number, depth: number): unknown[] => {
    if (count > bytes.length) throw new Error('too long');
    return Array.from({ length: count }, () => value(depth));
  };
  const readers: readonly ((info: number, depth: number) => unknown)[] = [
    (info) => argument(info),
    (info) => -1 - argument(info),
    // Of bytes only how many there are is of interest.
    (info) => take(argument(info)).length,
    (info) => new TextDecoder().decode(take(argument(info))),
    (info, depth) => list(argument(info), depth),
    (info, depth) => pairs(list(2 * argument(info), depth)),
    (info, depth) => {
      argument(info);
      return value(depth);
    },
    (info) => float(info),
  ];
  function value(depth: number): unknown {
    values += 1;
    if (depth > mostDepth || values > mostValues) throw new Error('too much');
    const head = number(1);
    return readers[head >> 5]?.(head & 31, depth + 1);
  }
  return value(0);
}

/** Keys and values, one after the other. */
function pairs(items: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Array.from({ length: items.length / 2 }, (_, index) => [String(items[2 * index]), items[2 * index + 1]]),
  );
}
