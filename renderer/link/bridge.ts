/**
 * The connection to the core: `window.bridge` in the desktop app, loopback HTTP in a browser.
 *
 * Both behave the same; only the browser's can lose its host, and then reconnects automatically.
 */
import type { AppEvent, Bridge } from '../../shared/contract';
import type { AppErrorData, Envelope } from '../../shared/errors';

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

const retryDelayMs = 1_000;

/** The page's half of its session, stored by the landing page; read again each time, since another tab may renew it. */
function pass(): string {
  try {
    return localStorage.getItem('gatehouse.pass') ?? '';
  } catch {
    // A browser without storage: the host says that the page has no pass.
    return '';
  }
}

function browserHost(): Host {
  const heard = new Set<(event: AppEvent) => void>();
  const watchers = new Set<(connection: Connection) => void>();
  let connection: Connection = 'lost';
  const report = (next: Connection) => {
    connection = next;
    for (const watcher of watchers) watcher(next);
  };
  const listen = () => {
    const source = new EventSource(`/api/events?pass=${encodeURIComponent(pass())}`);
    source.onopen = () => report('open');
    source.onmessage = ({ data }) => {
      const event = JSON.parse(data) as AppEvent;
      for (const listener of heard) listener(event);
    };
    source.onerror = () => {
      report('lost');
      // An EventSource that was refused stops; one that was cut off reconnects automatically.
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, retryDelayMs);
    };
  };
  listen();
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

async function callOverHttp(name: string, input: unknown): Promise<Envelope<unknown>> {
  try {
    const response = await fetch('/api/call', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Gatehouse-Pass': pass() },
      body: JSON.stringify({ name, input }),
    });
    return await readEnvelope(response);
  } catch {
    return unreachable('Gatehouse isn’t responding. Check that the program is still running.');
  }
}

/** Uploads an archive to the browser's host; the file is read from the disk while it is sent. */
export async function sendArchive(file: Blob): Promise<Envelope<{ archiveId: string }>> {
  try {
    const response = await fetch('/api/archives', {
      method: 'POST',
      headers: { 'Content-Type': 'application/zip', 'X-Gatehouse-Pass': pass() },
      body: file,
    });
    return (await readEnvelope(response)) as Envelope<{ archiveId: string }>;
  } catch {
    return unreachable(
      'Couldn’t upload the file: Gatehouse isn’t responding, or the file can’t be read. Try again.',
    );
  }
}

async function readEnvelope(response: Response): Promise<Envelope<unknown>> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && 'ok' in body) return body as Envelope<unknown>;
  } catch {
    // Not an envelope: reported below with the status.
  }
  return unreachable(`The host responded with ${response.status}: ${text.slice(0, 300)}`, response.status);
}

function unreachable(message: string, statusCode?: number): { ok: false; error: AppErrorData } {
  return { ok: false, error: { code: 'host_unreachable', message, statusCode } };
}
