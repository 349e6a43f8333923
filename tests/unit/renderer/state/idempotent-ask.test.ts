import { describe, expect, it } from 'vitest';
import { attemptAfter, attemptAt, createIntents } from '../../../../renderer/state/idempotent-ask';
import { useSpendingQuestion } from '../../../../renderer/state/ui/spending-question';
import type { AppErrorCode, Envelope } from '../../../../shared/errors';

const yes = { ok: true, value: null } as const;
const no = (code: AppErrorCode): Envelope<null> => ({ ok: false, error: { code, message: 'No.' } });
const unreachable = no('host_unreachable');

let made = 0;
const at = (before: { id: string; request: string } | undefined, request: unknown) =>
  attemptAt(before, request, () => ({ id: `id ${++made}` }));

describe('an attempt', () => {
  it('keeps its id for the same request, and has a new one for another', () => {
    const first = at(undefined, { text: 'a hill' });
    expect(at(first, { text: 'a hill' })).toBe(first);
    expect(at(first, { text: 'a lake' }).id).not.toBe(first.id);
  });

  it('is kept only while it is unknown whether it was accepted', () => {
    const attempt = at(undefined, 'a hill');
    expect(attemptAfter(attempt, unreachable)).toBe(attempt);
    expect(attemptAfter(attempt, yes)).toBeUndefined();
    expect(attemptAfter(attempt, no('over_budget'))).toBeUndefined();
  });
});

describe('an intent without a form', () => {
  /** Asks twice for the same, and answers with the ids that were used. */
  async function idsOfTwo(first: Envelope<null>): Promise<readonly string[]> {
    const { ask } = createIntents();
    const ids: string[] = [];
    const give = (answer: Envelope<null>) => async (id: string) => {
      ids.push(id);
      return answer;
    };
    await ask('retry a job', give(first));
    await ask('retry a job', give(yes));
    return ids;
  }

  it('is sent again under its id if the host was not reached', async () => {
    const [one, other] = await idsOfTwo(unreachable);
    expect(other).toBe(one);
  });

  it('is new after a clear answer', async () => {
    for (const answer of [yes, no('no_key')]) {
      const [one, other] = await idsOfTwo(answer);
      expect(other).not.toBe(one);
    }
  });

  it('is sent again under its id once the person confirmed its cost', async () => {
    const ids: (string | boolean | undefined)[] = [];
    const asked = createIntents().ask('sample', async (id, isConfirmed) => {
      ids.push(id, isConfirmed);
      return isConfirmed ? yes : no('needs_confirmation');
    });
    await new Promise((resolve) => setImmediate(resolve));
    useSpendingQuestion.getState().question?.answer(true);
    expect(await asked).toEqual(yes);
    expect(ids).toEqual([ids[0], undefined, ids[0], true]);
  });
});
