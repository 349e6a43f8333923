/** Scripts that choose a proxy for each address: read from their address, run on a thread each. */
import { type PacThread, startPacThread } from './pac-thread';
import { ProxyError } from './proxy-error';

const MAX_SCRIPT_BYTES = 1_048_576;
const SCRIPT_TIMEOUT_MS = 10_000;
/** A company may change its script at any time. */
const KEPT_MS = 10 * 60_000;

export interface PacScripts {
  /** Such as `PROXY proxy.example:8080; DIRECT`. @throws ProxyError `PROXY_SCRIPT` */
  find(scriptUrl: string, url: URL): Promise<string>;
}

/**
 * @param entry the built `pac-worker`
 * @param now milliseconds since the epoch
 */
export function createPacScripts(entry: string | URL, now: () => number = Date.now): PacScripts {
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
