/**
 * Checks of replies and calls, one after the other in one worker: a reply may have a hundred calls, and a worker of its own
 * for each took more time than all else that the page did for them.
 */
import type { Checked, CheckRequest } from './check-worker';
import CheckWorker from './check-worker?worker';

/** A pattern of a schema may try for hours: then the check is given up. */
const patienceMs = 5_000;
/** It holds some megabytes, and starts in less than a tenth of a second. */
const idleMs = 10_000;

type Request = Omit<CheckRequest, 'id'>;
type Show = (checked: Checked) => void;

interface Answer {
  readonly id: number;
  readonly checked: Checked;
}

export interface Checker {
  /** In place of what it asked before and was not begun yet. */
  ask(request: Request): void;
  /** Nothing is shown afterwards. */
  end(): void;
}

const gaveUp: Checked = { state: 'unusable', misfit: null, why: 'The check took too long.', value: null };

/** In the order in which they asked first. */
const waiting = new Map<Show, Request>();
let busy: { readonly id: number; readonly show: Show } | null = null;
let worker: Worker | null = null;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** @param show must be another function for each checker */
export function createChecker(show: Show): Checker {
  return {
    ask(request) {
      waiting.set(show, request);
      checkNext();
    },
    end() {
      waiting.delete(show);
      if (busy?.show !== show) return;
      // What it asked may take as long as patience lasts, and others wait.
      stop();
      checkNext();
    },
  };
}

function checkNext(): void {
  const [first] = waiting;
  if (busy !== null || first === undefined) return;
  const [show, request] = first;
  waiting.delete(show);
  worker ??= start();
  lastId += 1;
  busy = { id: lastId, show };
  waitFor(patienceMs, () => endWith(gaveUp));
  worker.postMessage({ ...request, id: lastId } satisfies CheckRequest);
}

function start(): Worker {
  const started = new CheckWorker({ name: 'schema check' });
  started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if (data.id === busy?.id) pass(data.checked);
  });
  started.addEventListener('error', () => endWith({ ...gaveUp, why: 'The check could not be started.' }));
  return started;
}

function pass(checked: Checked): void {
  const show = busy?.show;
  busy = null;
  waitFor(idleMs, stop);
  show?.(checked);
  checkNext();
}

function endWith(checked: Checked): void {
  worker?.terminate();
  worker = null;
  pass(checked);
}

function stop(): void {
  clearTimeout(timer);
  worker?.terminate();
  worker = null;
  busy = null;
}

function waitFor(ms: number, then: () => void): void {
  clearTimeout(timer);
  timer = setTimeout(then, ms);
}
