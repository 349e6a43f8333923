/** The app's side of the threads that run functions of tools and assertions. */
import type { FunctionEnd, RunFunction } from '../core/ports/functions';
import { boundedInterpreter } from './bounded-interpreter';
import type { FunctionSetup } from './function-setup';
import { FunctionThread, stopped } from './function-thread';

/** A reply may call a hundred functions at once: each thread takes memory, and all of them the processor. */
const MOST_THREADS = 4;
/** To start a thread takes longer than most functions run, and the next is often only a moment away. */
const IDLE_MS = 5_000;

/** @param entry the built `function-worker` */
export function createRunFunction(entry: string | URL): RunFunction {
  const inLane = createLanes(MOST_THREADS);
  const idle: FunctionThread[] = [];
  let timer: NodeJS.Timeout | undefined;
  const endIdle = () => {
    for (const thread of idle.splice(0)) thread.end();
  };
  const lay = (thread: FunctionThread) => {
    if (!thread.hasEnded) idle.push(thread);
    clearTimeout(timer);
    timer = setTimeout(endIdle, IDLE_MS).unref();
  };
  const take = async () => {
    const setup = { interpreter: await boundedInterpreter() };
    return idle.pop() ?? new FunctionThread(entry, setup);
  };
  const runIn = async (thread: FunctionThread, setup: FunctionSetup, signal?: AbortSignal) => {
    const end = await thread.run(setup, signal);
    lay(thread);
    return end;
  };
  return (source, argumentsText, signal) =>
    inLane(async (): Promise<FunctionEnd> => {
      const thread = await take();
      if (signal?.aborted !== true) return runIn(thread, { source, argumentsText }, signal);
      lay(thread);
      return stopped;
    });
}

/** Runs at most so many at once; the others wait for their turn, in order. */
function createLanes(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Hands its turn on to the next.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
