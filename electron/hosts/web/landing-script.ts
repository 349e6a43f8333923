import { landingStylePath } from './landing-style';

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
