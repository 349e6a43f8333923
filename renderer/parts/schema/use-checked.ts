import { useEffect, useRef, useState } from 'react';
import type { Checked, CheckRequest } from './check-worker';
import CheckWorker from './check-worker?worker';

/** A pattern of a schema may try for hours: then the check is given up. */
const patienceMs = 5_000;

interface Answer {
  readonly id: number;
  readonly checked: Checked;
}

const gaveUp: Checked = { state: 'unusable', misfit: null, why: 'The check took too long.', value: null };

/** One check at a time and then the newest text, in a worker that lives as long as the reply streams or is being checked. */
export function useChecked({ text, schema, isWhole }: Omit<CheckRequest, 'id'>): Checked | null {
  const [checked, setChecked] = useState<Checked | null>(null);
  const checker = useRef<ReturnType<typeof createChecker> | null>(null);
  useEffect(() => {
    checker.current ??= createChecker(setChecked);
    checker.current.ask({ text, schema, isWhole });
  }, [text, schema, isWhole]);
  useEffect(
    () => () => {
      checker.current?.end();
      checker.current = null;
    },
    [],
  );
  return checked;
}

function createChecker(show: (checked: Checked) => void) {
  let worker: Worker | null = null;
  let busyWith = 0;
  let lastId = 0;
  let next: Omit<CheckRequest, 'id'> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    worker?.terminate();
    worker = null;
    busyWith = 0;
  };
  const send = () => {
    if (next === null || busyWith !== 0) return;
    worker ??= start();
    lastId += 1;
    busyWith = lastId;
    const { isWhole } = next;
    worker.postMessage({ ...next, id: lastId } satisfies CheckRequest);
    next = null;
    timer = setTimeout(() => {
      end();
      show(gaveUp);
    }, patienceMs);
    endsAfter = isWhole;
  };
  let endsAfter = false;
  const start = (): Worker => {
    const started = new CheckWorker({ name: 'schema check' });
    started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.id !== busyWith) return;
      clearTimeout(timer);
      busyWith = 0;
      show(data.checked);
      if (next === null && endsAfter) end();
      else send();
    });
    started.addEventListener('error', () => {
      end();
      show({ ...gaveUp, why: 'The check could not be started.' });
    });
    return started;
  };
  return {
    ask(request: Omit<CheckRequest, 'id'>) {
      next = request;
      send();
    },
    end,
  };
}
