// @ts-check
/** The app with no text field in use: a caret that blinks costs what it costs in every program. */
import { app } from 'electron';

/** By then the composer is there and has the focus. */
const afterMs = 10_000;

app.once('web-contents-created', (_, contents) => {
  setTimeout(
    () => contents.executeJavaScript('document.activeElement?.blur()').catch(() => undefined),
    afterMs,
  );
});

await import('./app.mjs');
