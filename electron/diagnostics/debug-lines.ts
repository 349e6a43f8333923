import type { Core } from '../core/core';

/**
 * The same core, which writes down what is asked of it and what becomes of jobs: names, states and times, never what
 * was typed or answered.
 * @param now milliseconds, of a clock that only goes forward
 */
export function withDebugLines(core: Core, write: (line: string) => void, now: () => number): Core {
  core.subscribe((event) => {
    if (event.type === 'job.changed') write(`job ${event.job.id}: ${event.job.status}`);
    if (event.type === 'updates.changed') write(`updates: ${event.updates.status}`);
  });
  return {
    ...core,
    async call(name, input) {
      const begun = now();
      const answer = await core.call(name, input);
      const end = answer.ok ? 'ok' : answer.error.code;
      // A name that isn't a command may be anything.
      const shown = /^[a-zA-Z.]{1,60}$/.test(name) ? name : 'an unknown command';
      write(`${shown}: ${end}, ${Math.round(now() - begun)} ms`);
      return answer;
    },
  };
}
