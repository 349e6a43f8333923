// @ts-check
/** The built desktop app, and word of when its models are there: the last that the core has to answer for. */
// Found while it runs: what is built is no source to be checked.
await import(new URL('../../../dist/electron/main.js', import.meta.url).href);

import { tellWhenPainted } from './tell-ready.mjs';

tellWhenPainted('main [role=combobox]');
