/** A way out of this computer for each network that a profile may use. */
import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { Agent } from 'undici';
import { AppError } from '../../../shared/errors';
import type { NetworkSettings } from '../../../shared/profiles/network';
import { isThisComputer } from '../../../shared/profiles/this-computer';
import type { FetchLike, NetworkAccess, ResultNetwork } from '../types/call';
import { type PresentedCertificate, readCertificate } from './certificates';
import { type ConnectorOptions, createConnector, proxyOf } from './connector';
import { direct, type Hop, hopOf, readHops } from './hops';
import { fetchThrough, guarded, loadUndici, nodeNetwork } from './node-network';
import { type PacThread, startPacThread } from './pac-thread';
import { ProxyError } from './proxy-error';

export interface Network {
  readonly fetch: FetchLike;
  readonly results: ResultNetwork;
  /** The proxy that an address is reached by; `null` where it is reached directly. @throws ProxyError */
  proxyFor(url: URL): Promise<string | null>;
  /** What the server at an address presents, whether it is trusted or not; `null` where it can't be asked. */
  certificateOf(url: URL): Promise<PresentedCertificate | null>;
  readonly hasCertificate: boolean;
}

export interface Networks {
  /** `null` where the host's own way holds. */
  of(baseUrl: string, access: NetworkAccess | undefined): Network | null;
  /** @throws AppError `invalid_input` for certificates or a key that can't be used */
  check(access: NetworkAccess): void;
}

/** As many as are used at a time; an unused one only keeps idle connections. */
const MOST_KEPT = 20;

/**
 * @param systemProxy how the host reaches an address, such as `PROXY proxy.example:8080; DIRECT`
 * @param pacEntry the built `pac-worker`
 */
export function createNetworks(systemProxy: (url: URL) => Promise<string>, pacEntry: string | URL): Networks {
  const scripts = createPacScripts(pacEntry);
  const kept = new Map<string, Network>();
  const hopsOf =
    (access: NetworkAccess) =>
    async (url: URL): Promise<readonly Hop[]> => {
      const { proxy } = access.settings;
      if (proxy.kind === 'none' || (!access.isOwn && isThisComputer(url.hostname))) {
        // Another computer's proxy can't reach this one.
        return [direct];
      }
      if (proxy.kind === 'fixed') return [hopOf(proxy.url, proxy.username, access.proxyPassword)];
      return readHops(proxy.kind === 'pac' ? await scripts.find(proxy.url, url) : await systemProxy(url));
    };
  return {
    of(baseUrl, access) {
      if (access === undefined || isHostsOwn(access.settings)) return null;
      const { origin } = new URL(baseUrl);
      const key = JSON.stringify([origin, access]);
      const known = kept.get(key) ?? createNetwork(origin, access, hopsOf(access));
      kept.delete(key);
      kept.set(key, known);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return known;
    },
    check: checkCertificates,
  };
}

/** What the host does anyway is left to it: it knows the system's certificates best. */
const isHostsOwn = ({ proxy, authorities, certificate }: NetworkSettings): boolean =>
  proxy.kind === 'system' && authorities === null && certificate === null;

function createNetwork(
  origin: string,
  { settings, privateKey }: NetworkAccess,
  hopsTo: ConnectorOptions['hopsTo'],
): Network {
  const authorities = settings.authorities?.pem ?? null;
  const cert = settings.certificate?.pem ?? null;
  const client = cert === null || privateKey === null ? null : { origin, cert, key: privateKey };
  const common = { hopsTo, authorities, client };
  const createAgent = async (more: Partial<ConnectorOptions> = {}): Promise<Agent> => {
    const undici = await loadUndici();
    return new undici.Agent({ connect: createConnector(undici, { ...common, ...more }) });
  };
  let agent: Promise<Agent> | null = null;
  const fetch: FetchLike = (input, init) => {
    agent ??= createAgent();
    return fetchThrough(agent, input, init);
  };
  const proxyFor = async (url: URL) => proxyOf(await hopsTo(url));
  return {
    fetch,
    proxyFor,
    hasCertificate: client !== null,
    results: {
      // A proxy resolves names itself.
      resolve: async (url) => ((await proxyFor(url)) === null ? nodeNetwork.resolve(url) : []),
      pin: async (admits) =>
        ({ dispatcher: await createAgent({ lookup: guarded(admits) }) }) as unknown as RequestInit,
      fetch,
    },
    certificateOf: async (url) => {
      try {
        return await readCertificate(url, await hopsTo(url), common);
      } catch {
        // It only explains another failure.
        return null;
      }
    },
  };
}

function checkCertificates({ settings: { authorities, certificate }, privateKey }: NetworkAccess): void {
  if (authorities !== null)
    attempt('network.authorities', 'The file of authorities', () => new X509Certificate(authorities.pem));
  if (certificate === null) return;
  if (privateKey === null) {
    const message = 'The client certificate has no private key. Choose the file with its key.';
    throw new AppError({ code: 'invalid_input', field: 'network.certificate', message });
  }
  attempt('network.certificate', 'The client certificate', () => {
    const { publicKey } = new X509Certificate(certificate.pem);
    createSecureContext({ cert: certificate.pem, key: privateKey });
    return publicKey;
  });
}

function attempt(field: string, what: string, run: () => unknown): void {
  try {
    run();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/^error:\w+:/, '').slice(0, 200) : '';
    const message = `${what} can’t be used (${why}). It must be PEM, and a private key must belong to its certificate.`;
    throw new AppError({ code: 'invalid_input', field, message }, { cause });
  }
}

// Scripts that choose a proxy for each address: read from their address, run on a thread each.

const MAX_SCRIPT_BYTES = 1_048_576;
const SCRIPT_TIMEOUT_MS = 10_000;
/** A company may change its script at any time. */
const KEPT_MS = 10 * 60_000;

interface PacScripts {
  /** Such as `PROXY proxy.example:8080; DIRECT`. @throws ProxyError `PROXY_SCRIPT` */
  find(scriptUrl: string, url: URL): Promise<string>;
}

/**
 * @param entry the built `pac-worker`
 * @param now milliseconds since the epoch
 */
function createPacScripts(entry: string | URL, now: () => number = Date.now): PacScripts {
  const kept = new Map<string, { readonly at: number; readonly thread: Promise<PacThread> }>();
  const scriptAt = (scriptUrl: string): Promise<PacThread> => {
    const known = kept.get(scriptUrl);
    if (known !== undefined && now() - known.at < KEPT_MS) return known.thread;
    known?.thread.then((old) => old.retire()).catch(() => {});
    const thread = read(scriptUrl).then((text) => startPacThread(entry, text));
    kept.set(scriptUrl, { at: now(), thread });
    // One that can't be read is read again at the next request.
    thread.catch(() => kept.delete(scriptUrl));
    return thread;
  };
  return {
    async find(scriptUrl, { protocol, hostname, href, origin }) {
      try {
        // Path and query of https addresses are removed: scripts don't need them.
        const shown = protocol === 'https:' ? `${origin}/` : href;
        const answer = await (await scriptAt(scriptUrl)).find(shown);
        return answer.trim() === '' ? 'DIRECT' : answer;
      } catch (error) {
        throw unusable(scriptUrl, error, hostname);
      }
    },
  };
}

async function read(scriptUrl: string): Promise<string> {
  // Directly: the script says how to reach everything else.
  const response = await fetch(scriptUrl, {
    signal: AbortSignal.timeout(SCRIPT_TIMEOUT_MS),
    credentials: 'omit',
  });
  if (!response.ok) throw new Error(`answered with ${response.status}`);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    size += piece.byteLength;
    if (size > MAX_SCRIPT_BYTES) throw new Error('is larger than 1 MB');
  }
  return Buffer.concat(pieces).toString();
}

function unusable(scriptUrl: string, error: unknown, hostname: string): ProxyError {
  const { host } = new URL(scriptUrl);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const why = cause instanceof Error ? cause.message.slice(0, 200) : String(cause);
  const explanation = `The proxy script at ${host} can’t be used for ${hostname}: ${why}. Check its address in the network settings.`;
  return new ProxyError('PROXY_SCRIPT', explanation);
}
