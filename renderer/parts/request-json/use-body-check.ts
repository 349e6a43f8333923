import { useEffect, useRef, useState } from 'react';
import type { BodyProblem } from './body-check';
import type { BodyPart } from './body-schema';
import CheckWorker from './check-worker?worker';

/** Typing goes on meanwhile: only a pause is checked. */
const pauseMs = 250;

export interface BodyCheck {
  /** Of the newest text that was checked; `undefined` before the first. */
  readonly problem: BodyProblem | null | undefined;
  /** Checks what the field holds, once no more is typed. */
  readonly later: (read: () => string) => void;
}

export function useBodyCheck(part: BodyPart): BodyCheck {
  const [problem, setProblem] = useState<BodyProblem | null>();
  const worker = useRef<Worker | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef(0);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      worker.current?.terminate();
      worker.current = null;
    },
    [],
  );
  const check = (text: string) => {
    newest.current += 1;
    if (worker.current === null) {
      worker.current = new CheckWorker({ name: 'request check' });
      worker.current.addEventListener(
        'message',
        ({ data }: MessageEvent<{ id: number; problem: BodyProblem | null }>) => {
          if (data.id === newest.current) setProblem(data.problem);
        },
      );
    }
    worker.current.postMessage({ id: newest.current, text, part });
  };
  return {
    problem,
    later(read) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => check(read()), pauseMs);
    },
  };
}
