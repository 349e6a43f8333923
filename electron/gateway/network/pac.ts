/**
 * Scripts that choose a proxy for each address. Such a script is code from outside: it runs in an interpreter of its own,
 * with a limit on memory and time, and can do nothing but look names up.
 */
import { createPacResolver } from 'pac-resolver';
import { ProxyError } from './proxy-error';

const MAX_SCRIPT_BYTES = 1_048_576;
const SCRIPT_TIMEOUT_MS = 10_000;
const MEMORY_BYTES = 32 * 1_048_576;
/** It runs on the app's own thread. */
const RUN_MS = 500;
/** A company may change its script at any time. */
const KEPT_MS = 10 * 60_000;

type Find = (url: string) => Promise<string>;

export interface PacScripts {
  /** Such as `PROXY proxy.example:8080; DIRECT`. @throws ProxyError `PROXY_SCRIPT` */
  find(scriptUrl: string, url: URL): Promise<string>;
}

/** @param now milliseconds since the epoch */
export function createPacScripts(now: () => number = Date.now): PacScripts {
  const kept = new Map<string, { readonly at: number; readonly find: Promise<Find> }>();
  const scriptAt = (scriptUrl: string): Promise<Find> => {
    const known = kept.get(scriptUrl);
    if (known !== undefined && now() - known.at < KEPT_MS) return known.find;
    const find = load(scriptUrl);
    kept.set(scriptUrl, { at: now(), find });
    // One that can't be read is read again at the next request.
    find.catch(() => kept.delete(scriptUrl));
    return find;
  };
  return {
    async find(scriptUrl, { protocol, hostname, href, origin }) {
      try {
        // The path and query of a secure address are nobody's business.
        const shown = protocol === 'https:' ? `${origin}/` : href;
        const find = await scriptAt(scriptUrl);
        const answer: unknown = await find(shown);
        return typeof answer === 'string' && answer.trim() !== '' ? answer : 'DIRECT';
      } catch (error) {
        throw unusable(scriptUrl, error, hostname);
      }
    },
  };
}

async function load(scriptUrl: string): Promise<Find> {
  const text = await read(scriptUrl);
  const { QuickJS } = await import('quickjs-wasi');
  let deadline = 0;
  const vm = await QuickJS.create({
    memoryLimit: MEMORY_BYTES,
    interruptHandler: () => performance.now() > deadline,
  });
  const limit = () => {
    deadline = performance.now() + RUN_MS;
  };
  limit();
  const find = createPacResolver(vm, text);
  let failure: unknown = null;
  return async (url) => {
    // A script that ran too long, or out of memory, is not run again until it is read from its address once more.
    if (failure !== null) throw failure;
    limit();
    try {
      return await find(url);
    } catch (error) {
      if (isUsedUp(error)) failure = error;
      throw error;
    }
  };
}

const isUsedUp = (error: unknown): boolean =>
  error instanceof Error && /interrupted|out of memory/i.test(error.message);

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
  const explanation = `The proxy script at ${host} can't be used for ${hostname}: ${why}. Check its address in the network settings.`;
  return new ProxyError('PROXY_SCRIPT', explanation);
}
