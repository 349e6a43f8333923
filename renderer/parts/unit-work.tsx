/** What batches and experiments show alike of their units: in words, while they wait, and at their end. */
import { useEffect, useRef } from 'react';
import type { BatchRowStatus } from '../../shared/lab/batch';
import { formatClock } from '../lib/format';
import { paceText } from '../lib/rate-text';
import { useNow } from '../lib/ticker';
import { announce } from '../state/announce';

/** Of a row of a batch and of a cell of an experiment. */
export const unitWords: Readonly<Record<BatchRowStatus, string>> = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  failed: 'failed',
  interrupted: 'interrupted, outcome unknown',
  stopped: 'stopped',
};

/** What is done stands out where nothing else judges it. */
export const unitTones: Readonly<Record<BatchRowStatus, string>> = {
  waiting: 'text-muted',
  running: 'text-accent',
  done: 'text-ok',
  failed: 'text-bad',
  interrupted: 'text-warn',
  stopped: 'text-muted',
};

/** Why all running units wait, and until when. */
export function UnitsWait({ until, isPaced }: { until: number; isPaced: boolean }) {
  const now = useNow();
  if (isPaced) return <p className="text-muted">{paceText(until, now)}</p>;
  return <p className="text-warn">The gateway asked to wait. Continues at {formatClock(until)}.</p>;
}

/**
 * Announces that a batch or an experiment has ended, or why it was paused.
 * @param name such as `Batch`
 * @param text its state in words
 */
export function useEndAnnounced(name: string, isRunning: boolean, text: string): void {
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) announce(`${name} ${text}`);
    wasRunning.current = isRunning;
  }, [name, isRunning, text]);
}
