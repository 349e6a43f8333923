/** The page as responses: one function for `app://` and for the browser host, so that both send the same headers. */
import { type CodeIntegrity, withIntegrity } from './code-integrity';
import { commonHeaders, contentSecurityPolicy, makeNonce, noncePlaceholder } from './headers';
import type { PageFile, PageSource } from './source';

export interface PageOptions {
  /** Where results come from, if not from the page's own origin: a source of its policy. */
  readonly mediaSource?: string;
  /** What its scripts have to be; anything where left out. */
  readonly integrity?: CodeIntegrity | null;
}

/** The response for one address of the page; 404 where there is no such file. Only path and query matter. */
export async function pageResponse(
  source: PageSource,
  url: URL,
  options: PageOptions = {},
): Promise<Response> {
  // Vite's dev server identifies its modules by their queries; built files have none.
  const address = source.devSocket === undefined ? url.pathname : url.pathname + url.search;
  const file = await source.read(address);
  if (file === null) return plainResponse(404, 'Not found');
  return isHtml(file)
    ? htmlResponse(new TextDecoder().decode(file.body), source.devSocket, options)
    : fileResponse(file);
}

/** A short text, for refusals. */
export function plainResponse(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      ...commonHeaders,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
    },
  });
}

/** The page with its own nonce, in its policy and where its scripts look for it. */
function pageHtml(html: string, nonce: string): string {
  return html.replaceAll(noncePlaceholder, nonce);
}

/** HTML of ours under the page's policy, with a nonce of its own. */
export function htmlResponse(
  html: string,
  devSocket?: string,
  { mediaSource, integrity = null }: PageOptions = {},
): Response {
  const nonce = makeNonce();
  const checked = integrity === null ? html : withIntegrity(html, integrity);
  return new Response(pageHtml(checked, nonce), {
    headers: {
      ...commonHeaders,
      'Content-Security-Policy': contentSecurityPolicy(nonce, {
        devSocket,
        mediaSource,
        scriptSource: integrity?.source,
      }),
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    },
  });
}

/** A worker runs under the policy of its own file: it may load more of our scripts, and nothing else. */
const filePolicy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";

function fileResponse(file: PageFile): Response {
  return new Response(file.body, {
    headers: {
      ...commonHeaders,
      'Content-Security-Policy': filePolicy,
      'Content-Type': file.contentType,
      'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  });
}

function isHtml(file: PageFile): boolean {
  return file.contentType.startsWith('text/html');
}
