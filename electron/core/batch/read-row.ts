import type { Batch, BatchRow } from '../../../shared/lab/batch';
import type { Judging } from '../judging/judge-tools';
import type { BatchTurn } from '../ports/batches';
import { rowCallsOf } from './row-calls';
import { rowFormatOf } from './row-format';
import { rowVerdictOf } from './row-verdict';

/** Reads rows of one batch as windows show them: with what their replies hold, and how they were judged. */
export function readRowOf(ports: Judging, batch: Batch | undefined): (turn: BatchTurn) => BatchRow {
  const format = rowFormatOf(ports, batch);
  const calls = rowCallsOf(ports.storage, batch);
  const verdict = rowVerdictOf(ports, batch);
  return (turn) => {
    const { key: _key, ...row } = turn;
    return { ...row, ...format(turn), ...calls(turn), ...verdict(turn) };
  };
}
