/** Name resolution and connections of Node, for the browser host, whose `fetch` is Node's. */
import { type LookupAddress, type LookupOptions, lookup as lookUpName } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { ResultNetwork } from '../types';
import { stripDecoration } from './local-address';

export const nodeNetwork: ResultNetwork = {
  async resolve({ hostname }) {
    const found = await lookup(stripDecoration(hostname), { all: true, verbatim: true });
    return found.map(({ address }) => address);
  },
  pin(admits) {
    const Agent = agentClass();
    return Agent === null
      ? {}
      : ({ dispatcher: new Agent({ connect: { lookup: guarded(admits) } }) } as RequestInit);
  },
};

type AgentClass = new (options: { connect: { lookup: ReturnType<typeof guarded> } }) => object;

/**
 * The class behind Node's `fetch`, which has no module name. Its place on the global object is how the same library,
 * installed beside it, gives it another agent. `null` where it is another class, such as one that asks a proxy: then
 * the check before the request has to be enough.
 */
function agentClass(): AgentClass | null {
  // The first use of a class of `fetch` loads the library.
  void new Headers();
  const agent = (globalThis as Record<symbol, unknown>)[Symbol.for('undici.globalDispatcher.1')];
  const found = typeof agent === 'object' && agent !== null ? agent.constructor : null;
  return found?.name === 'Agent' ? (found as AgentClass) : null;
}

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
