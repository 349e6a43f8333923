/** Entry of the worker thread in which the app runs its gateway. */
import { parentPort, workerData } from 'node:worker_threads';
import { mediaEntryBeside } from './media/pool';
import { explainStartFailure, type ServerOptions, startServer } from './server';
import { loadTokenizer } from './tokens';

/** The messages of a worker to the thread that started it. */
export type WorkerMessage =
  | { readonly type: 'ready'; readonly baseUrl: string }
  | { readonly type: 'failed'; readonly message: string };

/** The messages of that thread to its worker. */
export type WorkerOrder = 'expect-chat' | 'stop';

/** Its start options; plain data, since they cross to another thread. */
export type WorkerOptions = Pick<
  ServerOptions,
  'dataDir' | 'apiKey' | 'port' | 'initialCredits' | 'callsPerMinute'
>;

const say = (message: WorkerMessage): void => parentPort?.postMessage(message);

async function run(): Promise<void> {
  const server = await startServer({
    ...(workerData as WorkerOptions),
    mediaEntry: mediaEntryBeside(import.meta.url),
  });
  parentPort?.on('message', async (order: WorkerOrder) => {
    if (order === 'expect-chat') return void loadTokenizer();
    await server.close();
    process.exit(0);
  });
  say({ type: 'ready', baseUrl: server.baseUrl });
}

run().catch((error: unknown) => say({ type: 'failed', message: explainStartFailure(error) }));
