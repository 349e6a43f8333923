// @ts-check
/**
 * `npm run dev`: the desktop app that follows its sources; `npm run dev -- --web [--port N] [--no-open]` the browser
 * host. The page is replaced in place by Vite's dev server, asked through the host, so that origin, policy and checks
 * are those of the built app. The core is built and started again, on the same data folder and with the same session.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createBuilder, createServer } from 'vite';
import { rootFlags } from './lib/display.mjs';
import { fetchElectron } from './lib/fetch-electron.mjs';
import { findElectron } from './lib/find-electron.mjs';
import { freePort } from './lib/free-port.mjs';
import { createRestartable } from './lib/restartable.mjs';
import { root } from './lib/root.mjs';

/** The only mode whose build reads the two variables below. */
const mode = 'development';
const configFile = path.join(root, 'vite.config.ts');
/** Beside the ordinary build, which stays what `npm start` runs. */
const output = path.join(root, 'dist', 'dev');

const { values: flags } = parseArgs({
  options: { web: { type: 'boolean' }, port: { type: 'string' }, 'no-open': { type: 'boolean' } },
});

/** @returns {Promise<string>} the origin of the page's dev server */
async function servePage() {
  const [host, port] = ['127.0.0.1', await freePort()];
  const server = await createServer({
    configFile,
    mode,
    // The page's own origin is the host's, which carries no socket: it finds this one by its address.
    server: { host, port, strictPort: true, ws: { protocol: 'ws', host, clientPort: port } },
  });
  await server.listen();
  return `http://${host}:${port}`;
}

/**
 * Builds one environment, and again at each change.
 * @param {import('vite').ViteBuilder} builder
 * @param {string} name
 * @param {() => void} onBuilt
 * @returns {Promise<void>} when it was built for the first time
 */
async function follow(builder, name, onBuilt) {
  const environment = builder.environments[name];
  if (environment === undefined) throw new Error(`vite.config.ts has no environment "${name}".`);
  const watcher = /** @type {import('vite').Rolldown.RolldownWatcher} */ (await builder.build(environment));
  return new Promise((resolve) => {
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') console.error(event.error.message);
      if (event.code === 'END') {
        onBuilt();
        resolve();
      }
    });
  });
}

/** @param {() => void} onBuilt called after each build except the first */
async function followCore(onBuilt) {
  const watched = (/** @type {string} */ folder) => ({
    build: { outDir: path.join(output, folder), watch: {}, minify: false, sourcemap: true },
  });
  const environments = { node: watched('electron'), preload: watched('preload') };
  const builder = await createBuilder({ configFile, mode, logLevel: 'warn', environments });
  let isReady = false;
  const notify = () => isReady && onBuilt();
  await Promise.all([follow(builder, 'node', notify), follow(builder, 'preload', notify)]);
  isReady = true;
}

/**
 * What to run. A browser is opened once: later starts keep the port and the session of its page.
 * @param {string | null} electron
 * @param {NodeJS.ProcessEnv} env
 * @param {number} port
 */
function describeHost(electron, env, port) {
  let isFirst = true;
  return () => {
    const opening = isFirst && !flags['no-open'] ? [] : ['--no-open'];
    isFirst = false;
    return electron === null
      ? {
          command: process.execPath,
          args: [path.join(output, 'electron', 'web.js'), '--port', `${port}`, ...opening],
          env,
        }
      : { command: electron, args: [...rootFlags, path.join(output, 'electron', 'main.js')], env };
  };
}

async function main() {
  const electron = flags.web ? null : (findElectron() ?? (await fetchElectron()));
  if (!flags.web && electron === null)
    throw new Error('Electron is not installed and couldn’t be downloaded. Try --web.');
  const env = {
    ...process.env,
    GATEHOUSE_DEV_SERVER: await servePage(),
    GATEHOUSE_DEV_SESSION: randomBytes(32).toString('base64url'),
  };
  const port = flags.port === undefined ? await freePort() : Number(flags.port);
  const host = createRestartable(describeHost(electron, env, port), (code) => process.exit(code));
  const end = () => void host.stop().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  await followCore(() => void host.restart());
  await host.restart();
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
