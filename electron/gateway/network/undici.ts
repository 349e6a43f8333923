/**
 * The HTTP library outside Electron: the one behind Node's own `fetch`, in a newer version. With that of Node 20.20
 * (undici 6.24) a body that can't be decompressed never ends, neither with bytes nor with an error, where it begins
 * after its headers.
 */
import type * as Undici from 'undici';
import type { FetchLike } from '../types';

let loaded: Promise<typeof Undici> | null = null;

/** Loaded when it is first used: a window that opens doesn't wait for it. */
export function loadUndici(): Promise<typeof Undici> {
  loaded ??= import('undici');
  return loaded;
}

/** The library's types are those of Node's `fetch` under other names. */
export async function fetchThrough(
  dispatcher: Promise<Undici.Dispatcher | undefined>,
  ...[input, init]: Parameters<FetchLike>
): Promise<Response> {
  const { fetch } = await loadUndici();
  const through = await dispatcher;
  const options = { ...(through && { dispatcher: through }), ...(init as object) };
  return (await fetch(String(input), options)) as unknown as Response;
}
