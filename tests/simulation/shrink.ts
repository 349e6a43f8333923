/** The shortest story that still fails in the same way: steps are left out as long as it does. */
import type { Step } from './person/step';
import type { Outcome } from './simulate';

type Try = (steps: readonly Step[]) => Promise<Outcome>;

export async function shrink(steps: readonly Step[], attempt: Try, failed: Outcome): Promise<Outcome> {
  const rule = failed.violations[0]?.rule;
  const isSame = ({ violations }: Outcome) => violations.some((one) => one.rule === rule);
  let best = failed;
  let left = steps;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length; ) {
      const fewer = [...left.slice(0, at), ...left.slice(at + size)];
      const outcome = await attempt(fewer);
      if (isSame(outcome)) {
        best = outcome;
        left = fewer;
      } else at += size;
    }
  }
  return best;
}
