/** What the cells of an experiment were charged, and may still be. */
import type { MoneyUnit } from '../../../shared/money/money-units';
import { costSum, inUnit, moneySum } from './cost-sql';
import type { Database } from './driver';
import { storedId } from './ids';
import { isUnknownOf } from './ledger-terms';

const SEQ = '(SELECT seq FROM experiments WHERE id = ?)';

/** A charge belongs to the reply or to any job of a cell. One that a later balance showed counts as known. */
const CHARGES = `
  SELECT l.* FROM experiment_cells c JOIN ledger_rows l ON l.message_id = ${storedId('c.reply_id')} WHERE c.experiment_seq = e.seq
  UNION ALL
  SELECT l.* FROM experiment_jobs j JOIN ledger_rows l ON l.job_id = j.job_id WHERE j.experiment_seq = e.seq`;

const grouped = (column: string, where: string) =>
  `(SELECT json_group_object(name, cells) FROM (SELECT ${column} AS name, count(*) AS cells FROM experiment_cells
      WHERE experiment_seq = e.seq AND ${where} GROUP BY ${column}))`;

export function count(database: Database, id: string): void {
  database.run(
    `UPDATE experiments AS e SET
       counts = ${grouped('state', 'variant_number > 0')},
       judgements = ${grouped('state', 'variant_number = 0')},
       verdicts = ${grouped('verdict', 'verdict IS NOT NULL AND is_excluded = 0 AND variant_number > 0')},
       score = (SELECT avg(score) FROM experiment_cells WHERE experiment_seq = e.seq AND is_excluded = 0),
       cost = (SELECT ${costSum('c')} FROM (${CHARGES}) c),
       unknown_costs = (SELECT count(*) FROM (${CHARGES}) l WHERE ${isUnknownOf('l', 'message_id', 'job_id')})
     WHERE id = ?`,
    id,
  );
}

/** Of a running cell nothing is charged yet, and of one that was interrupted perhaps. */
const OPEN = `(c.state IN ('running', 'interrupted')
    AND NOT EXISTS (SELECT 1 FROM ledger_rows l WHERE l.message_id = ${storedId('c.reply_id')} AND l.used IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM experiment_jobs j JOIN ledger_rows l ON l.job_id = j.job_id
      WHERE j.experiment_seq = c.experiment_seq AND j.cell_number = c.number AND l.used IS NOT NULL))
  OR EXISTS (SELECT 1 FROM ledger_rows l WHERE l.message_id = ${storedId('c.reply_id')} AND ${isUnknownOf('l', 'message_id')})
  OR EXISTS (SELECT 1 FROM experiment_jobs j JOIN ledger_rows l ON l.job_id = j.job_id
    WHERE j.experiment_seq = c.experiment_seq AND j.cell_number = c.number AND ${isUnknownOf('l', 'job_id')})`;

export function spent(database: Database, id: string, unit: MoneyUnit) {
  const known = database.get<{ known: number }>(
    `SELECT CAST(${moneySum(inUnit(unit, 'c'))} AS INTEGER) AS known
     FROM (${CHARGES.replaceAll('e.seq', SEQ)}) c`,
    ...[id, id],
  );
  const open = database.get<{ bound: number; open: number }>(
    `SELECT coalesce(sum(c.bound), 0) AS bound, count(*) - count(c.bound) AS open
     FROM experiment_cells c WHERE c.experiment_seq = ${SEQ} AND c.key <> '' AND (${OPEN})`,
    id,
  );
  return { known: known?.known ?? 0, bound: open?.bound ?? 0, isOpen: (open?.open ?? 0) > 0 };
}
