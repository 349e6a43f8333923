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

export const landingPath = '/open';
export const landingScriptPath = '/open.js';
export const landingStylePath = '/open.css';

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

/** How the pages without a session look: as the app, in its colors, with the system's font. */
export const landingStyle = `:root {
  color-scheme: light dark;
  --background: light-dark(#f7f8fa, #0f1115);
  --raised: light-dark(#ffffff, #1b1f26);
  --line: light-dark(#e4e7ec, #252a33);
  --text: light-dark(#14181f, #e8ebf0);
  --muted: light-dark(#59636f, #9aa3b2);
  --accent: light-dark(#2f5fe0, #7aa2ff);
  --on-accent: light-dark(#ffffff, #0f1115);
}
body {
  display: flex;
  min-height: 100dvh;
  align-items: center;
  justify-content: center;
  box-sizing: border-box;
  margin: 0;
  padding: 24px;
  background: var(--background);
  color: var(--text);
  font: 15px/22px system-ui, sans-serif;
}
main:not([hidden]) {
  display: grid;
  gap: 16px;
  box-sizing: border-box;
  width: 100%;
  max-width: 448px;
  padding: 24px;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--raised);
  overflow-wrap: anywhere;
}
h1, p, form { margin: 0; }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; }
p { color: var(--muted); }
code { color: var(--text); font: 13px/20px ui-monospace, monospace; }
form:not([hidden]) { display: flex; gap: 8px; align-items: end; }
label { display: grid; flex: 1; gap: 4px; font-size: 13px; }
input, button { box-sizing: border-box; height: 36px; border-radius: 6px; font: inherit; font-size: 15px; }
input { min-width: 0; padding: 0 10px; border: 1px solid var(--line); background: transparent; color: inherit; }
button { padding: 0 14px; border: 0; background: var(--accent); color: var(--on-accent); cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

/** Where the page stores its half of the session; `renderer/link/bridge.ts` reads it. */
const passItem = 'gatehouse.pass';

/** A page that opens at once never shows its first words. */
const shownAfterMs = 500;

/**
 * The script of the page at the link's address: opens a session with the link's token, or with a typed code, and turns
 * the page into the app.
 */
export const landingScript = `'use strict';
(async () => {
  const landing = document.getElementById('landing');
  const state = document.getElementById('state');
  const form = document.getElementById('code');
  const style = document.querySelector('[href="${landingStylePath}"]') ?? document.createElement('link');
  const reveal = () => {
    landing.hidden = false;
    form.elements.code.focus();
  };
  // Its styles are loaded only where somebody gets to see this page: they would delay the app.
  const show = () => {
    clearTimeout(timer);
    if (style.isConnected) return reveal();
    Object.assign(style, { rel: 'stylesheet', href: '${landingStylePath}', onload: reveal, onerror: reveal });
    document.head.append(style);
  };
  const timer = setTimeout(show, ${shownAfterMs});
  const enter = async (secret) => {
    const answer = await fetch('/api/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(secret),
    });
    if (!answer.ok) return false;
    const { value } = await answer.json();
    // First, so that its files are on their way while the pass is stored; its script runs after both.
    showApp(document.getElementById('app'));
    if (value !== null) localStorage.setItem('${passItem}', value.pass);
    return true;
  };
  const showApp = (app) => {
    if (app === null) return location.replace('/');
    clearTimeout(timer);
    history.replaceState(null, '', '/');
    landing.remove();
    style.remove();
    document.head.append(document.importNode(app.content, true));
    app.remove();
  };
  const showForm = () => {
    form.hidden = false;
    state.textContent = 'Enter the code that Gatehouse shows in the terminal.';
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const isOpen = await enter({ code: form.elements.code.value }).catch(() => false);
      if (!isOpen)
        state.textContent =
          'That code is wrong, used or too old. After five wrong codes, run "npm start -- --web" again for a new one.';
    });
    show();
  };
  const fail = () => {
    state.textContent = 'This link was used already, or is too old. Run "npm start -- --web" again for a new one.';
    show();
  };
  const token = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  if (token === '') return showForm();
  if (!(await enter({ token }).catch(() => false))) fail();
})();
`;
