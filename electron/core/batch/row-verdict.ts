/** Of rows that expect something of their replies (`__expected…`): whether the replies are that. */
import { expectedOf, hasExpected, varsOf } from '../../../shared/assertions/cells';
import { judge } from '../../../shared/assertions/judge';
import type { Batch, BatchRow, VerdictCounts } from '../../../shared/lab/batch';
import { setupOf } from '../../../shared/run/setup';
import { type Judging, judgeTools } from '../judging/judge-tools';
import { judgedReplyOf } from '../judging/judged-reply';
import type { BatchTurn } from '../ports/batches';

export type ReadVerdict = (turn: BatchTurn) => Pick<BatchRow, 'verdict'>;

/** Reads the rows of one batch. Rows that expect nothing, and rows without a reply, have no verdict. */
export function rowVerdictOf(ports: Judging, batch: Batch | undefined): ReadVerdict {
  if (batch === undefined || !hasExpected(batch.columns)) return () => ({});
  const { columns } = batch;
  const tools = judgeTools(ports);
  const setup = setupOf(batch);
  return (turn) => {
    const { status, values } = turn;
    const expected = expectedOf(columns, values);
    const reply = expected && status === 'done' ? judgedReplyOf(ports, turn, setup) : null;
    if (expected === null || reply === null) return {};
    return { verdict: judge(expected, reply, varsOf(columns, values), tools) };
  };
}

const ROWS_PER_PAGE = 200;

/** How the rows of a batch were judged, a page at a time, so that other commands are answered meanwhile. */
export async function countVerdicts(ports: Judging, batch: Batch): Promise<VerdictCounts> {
  const counts = { passed: 0, failed: 0, unclear: 0 };
  if (!hasExpected(batch.columns)) return counts;
  const read = rowVerdictOf(ports, batch);
  for (let from = 0; ; from += ROWS_PER_PAGE) {
    const page = ports.storage.batches.rows(batch.id, from, ROWS_PER_PAGE);
    for (const turn of page) {
      const { verdict } = read(turn);
      if (verdict) counts[verdict.state] += 1;
    }
    if (page.length < ROWS_PER_PAGE) return counts;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
