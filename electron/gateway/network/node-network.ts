/** Requests, name resolution and connections outside Electron: for the browser host. */
import { type LookupAddress, type LookupOptions, lookup as lookUpName } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { Agent } from 'undici';
import { stripDecoration } from '../http/local-address';
import type { FetchLike, ResultNetwork } from '../types/call';
import { fetchThrough, loadUndici } from './undici';

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
