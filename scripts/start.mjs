// @ts-check
/**
 * `npm start`: builds what is stale, then opens the desktop app or, where there can be none, serves the same app to a
 * browser. `npm start -- --web [--port N] [--no-open] [--json]` chooses the browser; `npm start -- check …` checks models,
 * `npm start -- run FILE …` runs an experiment.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { hasDisplay, rootFlags } from './lib/display.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { fetchElectron } from './lib/fetch-electron.mjs';
import { findElectron } from './lib/find-electron.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

const usage = `Usage: npm start -- [--web] [--port N] [--no-open] [--json]
       npm start -- check --profile NAME | --base-url URL [--model ID …] [--budget N] [--json]
       npm start -- run FILE --profile NAME | --base-url URL [--budget N] [--json | --junit]

After check and run, --help lists their flags.`;

function readFlags() {
  try {
    return parseArgs({
      options: {
        web: { type: 'boolean' },
        port: { type: 'string' },
        'no-open': { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    const reason = /** @type {Error} */ (error).message.split('. ')[0];
    process.stderr.write(`${reason}.\n${usage}\n`);
    process.exit(2);
  }
}

/** @returns {Promise<string | null>} an Electron to run; `null`, with the reason printed, if it has to be a browser */
async function chooseElectron() {
  if (!hasDisplay()) return insteadOfDesktop('There is no display');
  return (
    findElectron() ??
    (await fetchElectron()) ??
    insteadOfDesktop('Electron is not installed and couldn’t be downloaded')
  );
}

/**
 * @param {string} reason
 * @returns {null}
 */
function insteadOfDesktop(reason) {
  process.stderr.write(`${reason}, so Gatehouse runs in your browser instead of its own window.\n`);
  return null;
}

/** In this very process, so that there is one less to stop. It reads its flags itself. */
async function serveToBrowser() {
  await import(pathToFileURL(path.join(root, 'dist', 'electron', 'web.js')).href);
}

async function main() {
  const command = process.argv[2];
  if (command === 'check' || command === 'run') {
    await ensureBuilt();
    await import(pathToFileURL(path.join(root, 'dist', 'electron', `${command}.js`)).href);
    return;
  }
  const flags = readFlags();
  if (flags.help || flags.version) {
    process.stdout.write(`${flags.help ? usage : version}\n`);
    return;
  }
  await ensureBuilt();
  const electron = flags.web ? null : await chooseElectron();
  if (electron === null) await serveToBrowser();
  else process.exitCode = await run(electron, [...rootFlags, root], { cwd: root });
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
