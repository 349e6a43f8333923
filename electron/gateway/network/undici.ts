/**
 * The HTTP library outside Electron: the one behind Node's own `fetch`, in a newer version. With that of Node 20.20
 * (undici 6.24) a body that can't be decompressed never ends, neither with bytes nor with an error, where it begins
 * after its headers.
 */
import type * as Undici from 'undici';
import type { FetchLike } from '../types/call';

let loaded: Promise<typeof Undici> | null = null;

/** Loaded when it is first used: a window that opens doesn't wait for it. */
export function loadUndici(): Promise<typeof Undici> {
  loaded ??= import('undici');
  return loaded;
}

/**
 * Its own limits on silence, of five minutes each, would end what ours (`http/time-limits.ts`) still wait for. Set for
 * each request, so that they hold for every dispatcher, also one that Node made for a proxy.
 */
const withoutTimeouts = (dispatcher: Undici.Dispatcher): Undici.Dispatcher =>
  dispatcher.compose(
    (dispatch) => (options, handler) => dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
  );

/** The library's types are those of Node's `fetch` under other names; an own dispatcher of `init` comes first. */
export async function fetchThrough(
  dispatcher: Promise<Undici.Dispatcher | undefined>,
  ...[input, init]: Parameters<FetchLike>
): Promise<Response> {
  const { fetch, getGlobalDispatcher } = await loadUndici();
  const own = (init as { dispatcher?: Undici.Dispatcher } | undefined)?.dispatcher;
  const through = withoutTimeouts(own ?? (await dispatcher) ?? getGlobalDispatcher());
  return (await fetch(String(input), { ...(init as object), dispatcher: through })) as unknown as Response;
}
