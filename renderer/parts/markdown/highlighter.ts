/** The page's highlighter, in a worker of its own. */
import type { Line } from './code-roles';
import type { HighlightAnswer, HighlightRequest } from './highlight-worker';
import HighlightWorker from './highlight-worker?worker';

/** Its grammars hold tens of megabytes, and loading one again takes a moment in which code is shown plain. */
const idleMs = 10_000;

type Settle = (lines: readonly Line[] | null) => void;

const waiting = new Map<number, Settle>();
let worker: Worker | null = null;
let lastId = 0;
let idle: ReturnType<typeof setTimeout> | undefined;

/** @returns the lines with their roles; `null` where the language is not known */
export function highlight(source: string, language: string): Promise<readonly Line[] | null> {
  clearTimeout(idle);
  worker ??= start();
  lastId += 1;
  const request: HighlightRequest = { id: lastId, source, language };
  worker.postMessage(request);
  return new Promise((resolve) => waiting.set(request.id, resolve));
}

function start(): Worker {
  const started = new HighlightWorker({ name: 'highlighter' });
  started.addEventListener('message', ({ data }: MessageEvent<HighlightAnswer>) => {
    waiting.get(data.id)?.(data.lines);
    waiting.delete(data.id);
    clearTimeout(idle);
    if (waiting.size === 0) idle = setTimeout(end, idleMs);
  });
  // Code stays plain where the worker fails to start; the next block tries again.
  started.addEventListener('error', () => {
    started.terminate();
    if (worker === started) worker = null;
    for (const settle of waiting.values()) settle(null);
    waiting.clear();
  });
  return started;
}

function end(): void {
  worker?.terminate();
  worker = null;
}
