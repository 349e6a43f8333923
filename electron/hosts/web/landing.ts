/**
 * The two pages a browser sees before it has a session.
 *
 * A link's token follows `#`: it never reaches a server log, and a link preview or a `curl` that only requests the
 * address does not use it up. The page's script sends it back in a POST, which only this origin can make, and leaves no
 * trace in the history. Without a token the page asks for the code that the terminal shows.
 *
 * With a session the same document becomes the app: another navigation would take as long as reading the app's code.
 */
import type { CodeIntegrity } from '../shared/page/code-integrity';
import { commonHeaders } from '../shared/page/headers';
import { htmlResponse } from '../shared/page/respond';
import type { PageSource } from '../shared/page/source';
import { landingStylePath } from './landing-style';

export const landingPath = '/open';
export const landingScriptPath = '/open.js';

/** Of what is shown without a session: it loads the landing script and its styles, and nothing else. */
export const landingHeaders = {
  ...commonHeaders,
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
};

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${landingStylePath}"></head>
<body>${body}</body>
</html>
`;

/** Hidden at first: most of the time the app is there before one could read it. */
const landingBody = `<main id="landing" hidden><h1>Gatehouse</h1><p id="state" role="status">Opening…</p><form id="code" hidden><label>Code <input name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" required></label> <button>Open</button></form></main>`;

const landingScriptTag = `<script src="${landingScriptPath}"></script>`;

/** Opens the session, and then the app by its own address. */
const landingHtml = page('Gatehouse', landingBody + landingScriptTag);

/** What a page loads: files that need a session. */
const loadedFiles = /<script\b[^>]*><\/script>|<link\b[^>]*\brel="(?:stylesheet|modulepreload)"[^>]*>/g;

/** What the link's address answers. Vite's own page, while developing, has scripts that must run in order. */
export async function landingResponse(
  source: PageSource,
  integrity: CodeIntegrity | null,
): Promise<Response> {
  const app = source.devSocket === undefined ? await source.read('/') : null;
  if (app !== null)
    return htmlResponse(landingHtmlOf(new TextDecoder().decode(app.body)), undefined, { integrity });
  return new Response(landingHtml, {
    headers: { ...landingHeaders, 'Content-Type': 'text/html; charset=utf-8' },
  });
}

/** The app's page, with what it loads held back in a `<template>` until the landing script has opened a session. */
function landingHtmlOf(appHtml: string): string {
  const held = appHtml.match(loadedFiles)?.join('') ?? '';
  return appHtml.replaceAll(loadedFiles, '').replace(
    '</body>',
    // As a function: in a text, `$` would have a meaning, and it may be part of a file's name.
    () => `${landingBody}<template id="app">${held}</template>${landingScriptTag}</body>`,
  );
}

export const noSessionHtml = page(
  'Gatehouse: no session',
  `<main><h1>This browser has no session</h1>
<p>Gatehouse opens through a one-time link, so that no other page or person can use it.</p>
<p>For a new link, run <code>npm start -- --web</code> again: it finds the Gatehouse that is running.</p></main>`,
);
