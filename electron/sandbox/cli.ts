/** Entry of `npm run sandbox`: the gateway alone, until it is stopped. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CliOptions, readOptions, UsageError, usage } from './cli-options';
import { mediaEntryBeside } from './media/pool';
import { explainStartFailure, type RunningServer, startServer } from './server';

const say = (text: string): void => void process.stderr.write(`${text}\n`);

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') {
    process.stdout.write(usage);
    return;
  }
  const isNew = !existsSync(join(options.dataDir, 'sandbox.db'));
  const apiKey = options.apiKey ?? keptKey(options.dataDir);
  const server = await startServer({
    apiKey,
    dataDir: options.dataDir,
    port: options.port,
    callsPerMinute: options.callsPerMinute,
    initialCredits: options.credits,
    bench: options.bench,
    mediaEntry: mediaEntryBeside(import.meta.url),
  });
  stopOnSignal(server);
  if (!isNew)
    say(`Using the existing account in ${options.dataDir}; --credits applies only to new accounts.`);
  announce(options, server.baseUrl, apiKey);
}

/** A key of its own, the same at every start, so that a profile created once continues to work. */
function keptKey(dataDir: string): string {
  const path = join(dataDir, 'key');
  const kept = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (kept !== '') return kept;
  const made = `sandbox-${randomBytes(18).toString('base64url')}`;
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(path, `${made}\n`, { mode: 0o600 });
  return made;
}

function announce({ isJson, dataDir }: CliOptions, baseUrl: string, apiKey: string): void {
  if (isJson) {
    process.stdout.write(`${JSON.stringify({ baseUrl, apiKey })}\n`);
    return;
  }
  process.stdout.write(`Gatehouse sandbox is ready. Stop it with Ctrl+C.

  Base URL  ${baseUrl}
  API key   ${apiKey}
  Account   ${new URL('/sandbox/account', baseUrl)}
  Data      ${dataDir}

Try it:

  curl ${baseUrl}/chat/completions \\
    -H "Authorization: Bearer ${apiKey}" \\
    -H "Content-Type: application/json" \\
    -d '{"model": "sandbox/eliza", "messages": [{"role": "user", "content": "Hello"}]}'

`);
}

function stopOnSignal(server: RunningServer): void {
  const stop = (): void => {
    server.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function fail(error: unknown): never {
  if (error instanceof UsageError) {
    say(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
  say(`The sandbox could not start: ${explainStartFailure(error)}`);
  process.exit(1);
}

run().catch(fail);
