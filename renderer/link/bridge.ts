/**
 * The connection to the core: `window.bridge` in the desktop app, loopback HTTP in a browser.
 *
 * Both behave the same; only the browser's can lose its host, and then reconnects automatically.
 */
import type { AppEvent, Bridge } from '../../shared/contract';
import type { AppErrorData, Envelope } from '../../shared/errors';
import { type Proof, proofHeader, prove } from './host-proof';

declare global {
  interface Window {
    readonly bridge?: Bridge;
  }
}

/** `open`: events arrive. `lost`: they do not; the bridge tries to reconnect. */
export type Connection = 'open' | 'lost';

export interface Host extends Bridge {
  /** Called when events start to arrive (again); events before that moment were missed. */
  watch(listener: (connection: Connection) => void): void;
}

export function connectHost(): Host {
  return window.bridge === undefined ? browserHost() : desktopHost(window.bridge);
}

function desktopHost(bridge: Bridge): Host {
  return { call: bridge.call, subscribe: bridge.subscribe, watch: (listener) => listener('open') };
}

const retryDelayMs = 500;
const eventsPath = '/api/events';
const callPath = '/api/call';

function browserHost(): Host {
  const heard = new Set<(event: AppEvent) => void>();
  const watchers = new Set<(connection: Connection) => void>();
  let connection: Connection = 'lost';
  const report = (next: Connection) => {
    connection = next;
    for (const watcher of watchers) watcher(next);
  };
  const listenAgain = () => {
    report('lost');
    setTimeout(listen, retryDelayMs);
  };
  /** Nothing is believed, and the connection isn't open, before the host has proved who it is. */
  const listen = async () => {
    const proof = await prove(eventsPath).catch(() => null);
    if (proof === null) return listenAgain();
    const source = new EventSource(`${eventsPath}?proof=${encodeURIComponent(proof.header)}`);
    let state: 'new' | 'proved' | 'over' = 'new';
    // Not left to the browser, which would ask again with the same proof.
    const end = () => {
      if (state === 'over') return;
      state = 'over';
      source.close();
      listenAgain();
    };
    source.onerror = end;
    source.addEventListener('proof', async ({ data }) => {
      if (!(await proof.isAnswered(String(data)))) return end();
      if (state === 'over') return;
      state = 'proved';
      report('open');
    });
    source.onmessage = ({ data }) => {
      if (state !== 'proved') return;
      const event = JSON.parse(data) as AppEvent;
      for (const listener of heard) listener(event);
    };
  };
  void listen();
  return {
    call: callOverHttp,
    subscribe: (listener) => {
      heard.add(listener);
      return () => heard.delete(listener);
    },
    watch: (listener) => {
      watchers.add(listener);
      if (connection === 'open') listener('open');
    },
  };
}

let prepared: Promise<unknown> = Promise.resolve();

/** Calls leave in the order in which they were made, however long each takes to seal. */
function inOrder<Made>(make: () => Promise<Made>): Promise<Made> {
  const made = prepared.then(make);
  prepared = made.catch(() => undefined);
  return made;
}

/** The name of a command is sent openly; its input, which may hold a key, is readable by the session's host only. */
async function callOverHttp(name: string, input: unknown): Promise<Envelope<unknown>> {
  try {
    const { proof, body } = await inOrder(async () => {
      const proof = await prove(callPath);
      const sealed = await proof.seal(name, JSON.stringify(input ?? null));
      return { proof, body: JSON.stringify({ name, sealed }) };
    });
    const headers = { 'Content-Type': 'application/json', [proofHeader]: proof.header };
    return await readEnvelope(await fetch(callPath, { method: 'POST', headers, body }), proof);
  } catch {
    return unreachable('Gatehouse isn’t responding. Check that the program is still running.');
  }
}

/** Also where the host was restarted, which ends its sessions. */
const notOurHost = 'This page’s session is over, or another program answers. Open a new link.';

/** What another program answered is not shown: it could say anything. */
export async function readEnvelope(response: Response, proof: Proof): Promise<Envelope<unknown>> {
  const { status } = response;
  const body = new Uint8Array(await response.arrayBuffer());
  const isHost = await proof.isAnswered(response.headers.get(proofHeader), body);
  if (isHost) return JSON.parse(new TextDecoder().decode(body)) as Envelope<unknown>;
  return unreachable(notOurHost, status);
}

export function unreachable(message: string, statusCode?: number): { ok: false; error: AppErrorData } {
  return { ok: false, error: { code: 'host_unreachable', message, statusCode } };
}
