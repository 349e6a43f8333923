/** Requests, name resolution and connections outside Electron: for the browser host. */
import { type LookupAddress, type LookupOptions, lookup as lookUpName } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type * as Undici from 'undici';
import type { Agent } from 'undici';
import { stripDecoration } from '../http/local-address';
import type { FetchLike, ResultNetwork } from '../types/call';
import { askedInBetween } from './proxy-error';

let agent: Agent | null = null;

export const nodeFetch: FetchLike = (input, init) => fetchThrough(ownAgent(), input, init);

async function ownAgent(): Promise<Agent | undefined> {
  if (await isProxied()) return undefined;
  const undici = await loadUndici();
  agent ??= new undici.Agent();
  return agent;
}

/** Node can be made to ask a proxy, by an agent of another class in its place on the global object. */
const isProxied = async (): Promise<boolean> =>
  (await loadUndici()).getGlobalDispatcher().constructor.name !== 'Agent';

export const nodeNetwork: ResultNetwork = {
  async resolve({ hostname }) {
    const found = await lookup(stripDecoration(hostname), { all: true, verbatim: true });
    return found.map(({ address }) => address);
  },
  async pin(admits) {
    // The check before the request has to be enough where a proxy is asked.
    if (await isProxied()) return {};
    const undici = await loadUndici();
    return {
      dispatcher: new undici.Agent({ connect: { lookup: guarded(admits) } }),
    } as RequestInit;
  },
};

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** A name's addresses for `connect`; an error if one of them is not allowed. */
export function guarded(admits: (address: string) => boolean) {
  return (hostname: string, options: LookupOptions, found: Found): void => {
    lookUpName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return found(error, []);
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => admits(address)))
        return found(new Error('The address is not admitted.'), []);
      if (options.all) found(null, addresses);
      else found(null, first.address, first.family);
    });
  };
}

// The HTTP library outside Electron: the one behind Node's own `fetch`, in a newer version. With that of Node
// 20.20 (undici 6.24) a body that can't be decompressed never ends, neither with bytes nor with an error,
// where it begins after its headers.

let loaded: Promise<typeof Undici> | null = null;

/** Loaded when it is first used: a window that opens doesn't wait for it. */
export function loadUndici(): Promise<typeof Undici> {
  loaded ??= import('undici');
  return loaded;
}

/**
 * Its own limits on silence, of five minutes each, would end what ours (`http/watch.ts`) still wait for. Set for
 * each request, so that they hold for every dispatcher, also one that Node made for a proxy.
 */
const withoutTimeouts = (undici: typeof Undici, dispatcher: Undici.Dispatcher): Undici.Dispatcher =>
  dispatcher.compose(
    (dispatch) => (options, handler) =>
      dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, namingProxies(undici, handler)),
  );

type Handler = Undici.Dispatcher.DispatchHandlers;

/** To `fetch` the 407 of a proxy is an error without words, as if the connection had been cut. */
function namingProxies({ DecoratorHandler }: typeof Undici, handler: Handler): Handler {
  const onHeaders: NonNullable<Handler['onHeaders']> = (status, ...others) => {
    if (status === 407) throw askedInBetween();
    return handler.onHeaders?.(status, ...others) ?? true;
  };
  return Object.assign(new DecoratorHandler(handler), { onHeaders });
}

/** The library's types are those of Node's `fetch` under other names; an own dispatcher of `init` comes first. */
export async function fetchThrough(
  dispatcher: Promise<Undici.Dispatcher | undefined>,
  ...[input, init]: Parameters<FetchLike>
): Promise<Response> {
  const undici = await loadUndici();
  const { fetch, getGlobalDispatcher } = undici;
  const own = (init as { dispatcher?: Undici.Dispatcher } | undefined)?.dispatcher;
  const through = withoutTimeouts(undici, own ?? (await dispatcher) ?? getGlobalDispatcher());
  return (await fetch(String(input), { ...(init as object), dispatcher: through })) as unknown as Response;
}
