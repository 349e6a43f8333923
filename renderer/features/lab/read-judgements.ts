import { experimentLimits, type Judgement } from '../../../shared/lab/experiment';
import { call } from '../../link/call';

/** All that models were asked to judge in an experiment, a page after the other. */
export async function readJudgements(id: string) {
  const all: Judgement[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof ask>> = await ask(id, after);
    if (!page.ok) return page;
    all.push(...page.value.judgements);
    after = page.value.nextAfter;
  }
  return { ok: true as const, value: all };
}

const ask = (id: string, after: number) =>
  call('experiments.judgements', { id, after, limit: experimentLimits.cellsOfPage });
