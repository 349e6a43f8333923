// @ts-check
/** The built desktop app, and word of when its composer is painted. */
import '../../../dist/electron/main.js';
import { tellWhenPainted } from './tell-ready.mjs';

tellWhenPainted('textarea[aria-label="Message"]');
