/**
 * The two pages a browser sees before it has a session.
 *
 * A link's token stands behind `#`: it never reaches a server log, and a link preview or a `curl` that only gets the
 * address uses nothing up. The script of this page gives it back in a POST, which only this origin can make, and
 * leaves without a trace in the history.
 */

export const landingPath = '/open';
export const landingScriptPath = '/open.js';

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body><main>${body}</main></body>
</html>
`;

export const landingHtml = page(
  'Gatehouse',
  `<p id="state" role="status">Opening Gatehouse …</p><script src="${landingScriptPath}"></script>`,
);

export const noSessionHtml = page(
  'Gatehouse: no session',
  `<h1>This browser has no session</h1>
<p>Gatehouse opens through a one-time link, so that no other page or person can use it.</p>
<p>For a new link, run <code>npm start -- --web</code> again: it finds the Gatehouse that is running.</p>`,
);

/** Where the page keeps its half of the session; `renderer/link/bridge.ts` reads it. */
export const passItem = 'gatehouse.pass';

export const landingScript = `'use strict';
(async () => {
  const token = location.hash.slice(1);
  history.replaceState(null, '', '${landingPath}');
  const answer = await fetch('/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok) throw new Error('refused');
  const { value } = await answer.json();
  if (value !== null) localStorage.setItem('${passItem}', value.pass);
  location.replace('/');
})().catch(() => {
  document.getElementById('state').textContent =
    'This link was used already, or is too old. Run "npm start -- --web" again for a new one.';
});
`;
