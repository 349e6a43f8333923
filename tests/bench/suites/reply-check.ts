/** How soon the failing place of a reply of a megabyte is known, beside the time that reading its JSON takes. */
import { replyChecker } from '../../../shared/run/check-reply';
import { figure } from '../figure';
import { median } from '../statistics';
import type { Suite } from '../suite';

const rounds = 15;

const schema = {
  type: 'object',
  properties: {
    sights: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    },
  },
};

/** The last of its entries has no name. */
function reply(): string {
  const named = Array.from({ length: 9_000 }, (_, at) => ({ name: `harbor lantern ${at}`.padEnd(90, '.') }));
  return JSON.stringify({ sights: [...named, {}] });
}

export const replyCheck: Suite = {
  name: 'reply-check',
  async *measure({ isQuick }) {
    const text = reply();
    const check = replyChecker(schema);
    const times = (work: () => unknown) =>
      Array.from({ length: isQuick ? 3 : rounds }, () => {
        const begun = performance.now();
        work();
        return performance.now() - begun;
      });
    const floor = median(times(() => JSON.parse(text)));
    yield figure('reply-check.1-mb', median(times(() => check(text))), 'ms', { floor, goal: { value: 100 } });
  },
};
