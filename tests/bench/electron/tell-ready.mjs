// @ts-check
/**
 * Prints a line of JSON when the first window has painted an element: `{ "readyAt": milliseconds since the epoch }`.
 * From inside, since a debugger that is attached from outside slows the start it watches.
 */
import { app } from 'electron';

/** @param {string} selector */
export function tellWhenPainted(selector) {
  app.once('web-contents-created', (_, contents) => {
    contents.once('did-navigate', async () => {
      const readyAt = await contents.mainFrame.executeJavaScript(
        `(${whenPainted})(${JSON.stringify(selector)})`,
      );
      process.stdout.write(`${JSON.stringify({ readyAt })}\n`);
    });
  });
}

/** @param {string} selector */
function whenPainted(selector) {
  return new Promise((resolve) => {
    const painted = new MessageChannel();
    painted.port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
    const look = () => {
      if (document.querySelector(selector) === null) return false;
      requestAnimationFrame(() => painted.port2.postMessage(null));
      return true;
    };
    if (look()) return;
    const observer = new MutationObserver(() => look() && observer.disconnect());
    observer.observe(document, { childList: true, subtree: true });
  });
}
