/**
 * Runs a script that chooses proxies, on a thread of its own. Such a script is code from outside: it runs in an
 * interpreter with a limit on memory and time, and can do nothing but look names up.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createPacResolver } from 'pac-resolver';
import { QuickJS } from 'quickjs-wasi';
import { MOST_ANSWER_CHARACTERS } from './hops';
import type { PacReply, PacRequest, PacSetup } from './pac-thread';

const MEMORY_BYTES = 32 * 1_048_576;
/** Checked between the steps of the script; one step that takes long is ended with the thread. */
const RUN_MS = 500;

let deadline = 0;
const limit = () => {
  deadline = performance.now() + RUN_MS;
};

const resolver = load(workerData as PacSetup);
// Its failure is the answer to each request.
resolver.catch(() => {});

async function load({ text }: PacSetup) {
  const vm = await QuickJS.create({
    memoryLimit: MEMORY_BYTES,
    interruptHandler: () => performance.now() > deadline,
  });
  limit();
  return createPacResolver(vm, text);
}

parentPort?.on('message', async ({ id, url }: PacRequest) => {
  parentPort?.postMessage({ id, ...(await answerTo(url)) } satisfies PacReply);
});

async function answerTo(url: string): Promise<Omit<PacReply, 'id'>> {
  try {
    const find = await resolver;
    limit();
    const answer: unknown = await find(url);
    // One more than is read, so that a cut is seen.
    const text = typeof answer === 'string' ? answer.slice(0, MOST_ANSWER_CHARACTERS + 1) : '';
    return { answer: text, failure: null };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { answer: '', failure: (cause instanceof Error ? cause.message : String(cause)).slice(0, 200) };
  }
}
