/** The core's ports to gateways: to those of profiles over HTTP, and to the embedded one in its worker. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { LocalPort } from '../shared/profiles/local-servers';
import type { GatewayAccess, SandboxPort } from './core/ports/gateway';
import type { Ports } from './core/ports/ports';
import { createAnswerListeners, createGatewayClient } from './gateway/client';
import { moneyOfGateway, thinkingBackOf, wordingOf } from './gateway/dialects/for-core';
import type { Timeouts } from './gateway/http/call';
import { createRefusedFields } from './gateway/http/refused-fields';
import { proxyOfEnvironment } from './gateway/network/hops';
import { createNetworks } from './gateway/network/networks';
import { findLocalServers } from './gateway/operations/find-local';
import { probeConnection } from './gateway/operations/probe';
import { toModel } from './gateway/parse/catalogue';
import { createCallRecorder } from './gateway/record/recorder';
import type { FetchLike, ResultNetwork } from './gateway/types/call';
import { type RunningSandbox, startSandbox } from './sandbox/start';
import { systemClock } from './system-clock';

/** What reaches gateways, and how. */
export interface GatewayWorld {
  /** All HTTP of the app goes through this. */
  readonly fetch: FetchLike;
  /** How names are resolved and results are downloaded; Node's way by default. */
  readonly network?: ResultNetwork;
  /** The system's way to an address, such as `PROXY proxy.example:8080; DIRECT`; that of the environment by default. */
  readonly systemProxy?: (url: URL) => Promise<string>;
  /** The built `pac-worker`, which runs the scripts that choose proxies. */
  readonly pacEntry: string | URL;
  /** How long a gateway may take; the client's own limits by default. */
  readonly timeouts?: Partial<Timeouts>;
  /** Where local servers are looked for; their usual ports where left out. */
  readonly localPorts?: readonly LocalPort[];
}

/** Every call of every client goes through the recorder, which feeds the inspector. */
export function gatewayPorts({
  fetch,
  network,
  timeouts,
  systemProxy,
  pacEntry,
  ...world
}: GatewayWorld): Pick<Ports, 'calls' | 'gateway'> {
  const { now, newId } = systemClock;
  const calls = createCallRecorder({ now, newId, monotonic: () => performance.now() });
  const refusedFields = createRefusedFields();
  const answers = createAnswerListeners();
  const systems = systemProxy ?? (async (url) => proxyOfEnvironment(process.env, url));
  const networks = createNetworks(systems, pacEntry);
  const client = ({ network: way, ...access }: GatewayAccess) => {
    const own = networks.of(access.baseUrl, way);
    const results = own?.results ?? network;
    return createGatewayClient({
      ...access,
      refusedFields,
      onAnswered: (answered) => answers.tell({ ...answered, profileId: access.profileId }),
      timeouts,
      fetch: calls.record(own?.fetch ?? fetch, access),
      network: results && { ...results, fetch: results.fetch && calls.record(results.fetch, access) },
    });
  };
  const probe = ({ network: way, ...access }: GatewayAccess) => {
    const own = networks.of(access.baseUrl, way);
    return probeConnection({ ...access, fetch: calls.record(own?.fetch ?? fetch, access), way: own });
  };
  const searched = { profileId: 'local-servers', apiKey: '', baseUrl: 'http://127.0.0.1' };
  const findLocal = () => findLocalServers(calls.record(fetch, searched), world.localPorts);
  const { onDropped: onDroppedField } = refusedFields;
  const money = ({ baseUrl, gateway }: Pick<GatewayAccess, 'baseUrl' | 'gateway'>) =>
    moneyOfGateway(baseUrl, gateway);
  const thinkingBack = ({ baseUrl, gateway }: Pick<GatewayAccess, 'baseUrl' | 'gateway'>) =>
    thinkingBackOf(baseUrl, gateway);
  return {
    calls,
    gateway: {
      client,
      probe,
      findLocal,
      wording: wordingOf,
      toModel,
      money,
      thinkingBack,
      checkNetwork: networks.check,
      onDroppedField,
      onAnswered: answers.on,
    },
  };
}

/** The key is generated at every start and never leaves this process and its worker. */
export function sandboxPort(entry: URL, home: string): SandboxPort {
  const listeners = new Set<() => void>();
  let starting: Promise<RunningSandbox> | null = null;
  let running: RunningSandbox | null = null;
  let isStopped = false;
  return {
    async start() {
      // The core may have failed while the start was waiting for a window.
      if (isStopped) throw new Error('The app is closing');
      const apiKey = `sandbox-${randomBytes(24).toString('base64url')}`;
      starting = startSandbox({ entry, dataDir: join(home, 'sandbox'), apiKey });
      running = await starting;
      running.onExit(() => {
        running = null;
        for (const listener of listeners) listener();
      });
      return { baseUrl: running.baseUrl, apiKey };
    },
    onExit: (listener) => listeners.add(listener),
    expectChat: () => running?.expectChat(),
    async stop() {
      isStopped = true;
      await (await starting?.catch(() => null))?.stop();
    },
  };
}
