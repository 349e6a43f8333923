/** A page that appends what a gateway streams to plain text: the least that any way of showing a reply can cost. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright/test';
import { viewport } from './app-page';

export interface PlainPage {
  readonly page: Page;
  /** Streams a reply of the echo model into the page; resolves at its end. */
  ask(question: string): Promise<void>;
  close(): Promise<void>;
}

interface Gateway {
  readonly baseUrl: string;
  readonly key: string;
}

const html = '<!doctype html><title>Plain text</title>';

/** The page has a host of its own, which passes the reply on byte by byte: a browser can't reach the gateway itself. */
export async function openPlainPage(browser: Browser, gateway: Gateway): Promise<PlainPage> {
  const server = createServer((asked, answer) => {
    const url = new URL(asked.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/reply') void passOnReply(gateway, url.searchParams.get('q') ?? '', answer);
    else answer.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage({ viewport });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    page,
    ask: (question) => page.evaluate(appendReply, question),
    async close() {
      await page.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function passOnReply({ baseUrl, key }: Gateway, question: string, answer: ServerResponse) {
  const reply = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({
      model: 'sandbox/echo',
      stream: true,
      messages: [{ role: 'user', content: question }],
    }),
  });
  answer.writeHead(reply.status, { 'Content-Type': 'text/plain; charset=utf-8' });
  if (reply.body !== null) for await (const piece of reply.body) answer.write(piece);
  answer.end();
}

async function appendReply(question: string): Promise<void> {
  const grown = document.createTextNode('');
  const shown = document.createElement('pre');
  shown.dataset.message = crypto.randomUUID();
  shown.append(grown);
  document.body.append(shown);
  const reply = await fetch(`/reply?q=${encodeURIComponent(question)}`);
  if (!reply.ok || reply.body === null) throw new Error(`The gateway refused: ${reply.status}`);
  const texts = reply.body.pipeThrough(new TextDecoderStream());
  for (const reader = texts.getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) return;
    // An event may arrive in parts; those of this gateway don't.
    for (const [, text] of value.matchAll(/"content":"([^"]*)"/g)) grown.appendData(text ?? '');
  }
}
