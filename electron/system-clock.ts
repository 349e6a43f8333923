import { randomUUID } from 'node:crypto';
import { LONGEST_TIMER_MS } from '../shared/limits';
import type { Clock } from './core/ports/clock';

export const systemClock: Clock = {
  now: () => Date.now(),
  newId: () => randomUUID(),
  random: () => Math.random(),
  setTimer(milliseconds, run) {
    const timer = setTimeout(run, Math.min(milliseconds, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
};
