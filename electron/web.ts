/** The browser entry: the same app as on the desktop, served on 127.0.0.1 to a browser. */
import { homedir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { version } from '../package.json';
import { AppError } from '../shared/errors';
import { waitForClosing } from './closing';
import { openGatehouse } from './compose';
import type { Core } from './core/core';
import { dataFolder, mediaFolder, prepareDataFolder } from './data-folder';
import { createDiagnostics } from './diagnostics/diagnostics';
import { logUnheardFailures, openLog } from './diagnostics/log-file';
import { nodeFetch } from './gateway/network/node-network';
import { choosePage, devSession } from './hosts/shared/page/source';
import {
  askForCode,
  askForLink,
  askForPage,
  readControl,
  removeControl,
  writeControl,
} from './hosts/web/control-file';
import { type HostNames, nameToOpen } from './hosts/web/host-name';
import { landingPath } from './hosts/web/landing';
import { canReadPages, openBrowser } from './hosts/web/open-browser';
import { readWebOptions, UsageError, type WebOptions } from './hosts/web/options';
import { onEnd } from './hosts/web/processes';
import { startWebHost, type WebHost } from './hosts/web/server';
import { makeSecret } from './hosts/web/sessions';
import { withIdleMemory } from './idle-memory';
import { ownArguments, readLaunch } from './launch';

/** How long another start on the same data folder may take until it can be asked for a link, in milliseconds. */
const startupMs = 5_000;

async function main(): Promise<void> {
  const options = readWebOptions(webArguments());
  const home = dataFolder();
  prepareDataFolder(home);
  const opened = await openOrFindRunning(home);
  if ('url' in opened) {
    const makePage = () => askForPage(home, fetch);
    return announce(opened, options, { makePage, makeCode: () => askForCode(home, fetch) });
  }
  const host = await startHost(opened, home, options.port);
  onEnd(() => void end(opened, host, home));
  const { makePage } = host;
  await announce({ url: host.makeLink(), name: host.name }, options, {
    makePage,
    makeCode: async () => host.makeCode(),
  });
}

/** Of Node, after the script; of the desktop program, which reads its command line its own way. */
function webArguments(): readonly string[] {
  if (process.versions.electron === undefined) return process.argv.slice(2);
  const launch = readLaunch(ownArguments(process.argv, process.defaultApp !== true));
  return launch.kind === 'web' ? launch.args : [];
}

/** The core or, where this data folder is in use by another browser host, a link to that one. */
async function openOrFindRunning(home: string): Promise<Core | NamedLink> {
  const deadline = performance.now() + startupMs;
  for (;;) {
    const url = await askForLink(home, fetch);
    if (url !== null) return { url, name: (await readControl(home))?.name ?? new URL(url).host };
    try {
      return await openCore(home);
    } catch (error) {
      const isBusy = error instanceof AppError && error.data.code === 'busy';
      if (!isBusy || performance.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

async function openCore(home: string): Promise<Core> {
  const log = openLog({
    folder: home,
    home: homedir(),
    now: Date.now,
    level: 'info' as const,
    echo: (line) => process.stderr.write(`${line}\n`),
  });
  logUnheardFailures(log);
  const core = await openGatehouse({
    home,
    host: 'browser',
    fetch: nodeFetch,
    version,
    sandboxEntry: new URL('./sandbox-worker.js', import.meta.url),
    mediaFolder: mediaFolder(home),
    diagnostics: createDiagnostics({ folder: home, version, host: 'browser', log }),
    log: (line) => log.write('warn', line),
  });
  return withIdleMemory(core);
}

async function startHost(core: Core, home: string, port: number): Promise<WebHost> {
  const controlSecret = makeSecret();
  try {
    const page = choosePage(fileURLToPath(new URL('../renderer', import.meta.url)));
    const host = await startWebHost({ core, page, port, controlSecret, home, fixedSession: devSession });
    await writeControl(home, { port: host.port, secret: controlSecret, pid: process.pid, name: host.name });
    return host;
  } catch (error) {
    await core.close();
    throw error;
  }
}

/** A one-time link by the address that every program finds, and the host's own name, which goes in its place. */
interface NamedLink {
  readonly url: string;
  readonly name: string;
}

interface WaysIn {
  readonly makePage: () => Promise<string | null>;
  readonly makeCode: () => Promise<string | null>;
}

/**
 * Prints the link and opens the browser through another one: a link works once, and the reader of the output may want
 * to use theirs. The browser's command line holds no secret: other users of this computer can read it.
 */
async function announce(link: NamedLink, options: WebOptions, ways: WaysIn): Promise<void> {
  process.stdout.write(options.json ? `${JSON.stringify({ url: link.url })}\n` : wordsOf(link));
  if (!options.open || !hasDisplay()) return;
  const codeAddress = new URL(landingPath, `http://${await nameToOpen(namesIn(link))}`).href;
  // It looks for what the system is made of as it is read.
  const { default: open } = await import('open');
  const way = await openBrowser({ open, makePage: ways.makePage, codeAddress, canReadPages });
  const code = way === 'code' ? await ways.makeCode() : null;
  if (code !== null) process.stderr.write(`The browser asks for this code: ${code}\n`);
}

/** The name is of this start only, so nothing that was left in the browser can have waited for it. */
function wordsOf({ url, name }: NamedLink): string {
  const own = url.replace(/^http:\/\/[^/]+/, `http://${name}`);
  return `Gatehouse is ready. Open this link in a browser; it works once:
  ${own}
If the browser can’t find that address, use this one:
  ${url}
`;
}

const namesIn = ({ url, name }: NamedLink): HostNames => ({ plain: new URL(url).host, own: name });

function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

async function end(core: Core, host: WebHost, home: string): Promise<void> {
  const closing = Promise.all([host.close(), removeControl(home, process.pid), core.close()]);
  await waitForClosing(closing).catch(reportFailure);
  process.exit(process.exitCode);
}

function reportFailure(error: unknown): void {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  process.stderr.write(`gatehouse: ${explain(error)}\n`);
}

function explain(error: unknown): string {
  if (error instanceof AppError || error instanceof UsageError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'That port is in use. Choose another with --port N.';
  if (code === 'EACCES') return 'This account isn’t allowed to use that port. Choose another with --port N.';
  return message ?? String(error);
}

// The reader of the output may stop reading.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
main().catch((error: unknown) => {
  reportFailure(error);
  // Electron's own takes no notice of `exitCode`.
  process.exit(process.exitCode);
});
