// @ts-check
/** `npm run sandbox`: builds what is stale, then runs the embedded gateway alone. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { root } from './lib/root.mjs';

try {
  await ensureBuilt();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
// In this process, so that signals reach the sandbox directly.
await import(pathToFileURL(path.join(root, 'dist', 'electron', 'sandbox-cli.js')).href);
