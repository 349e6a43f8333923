/** Rule 1, for models that judge: each answer, or each case in both orders, is judged once. */
import { type Run, violate } from '../run-state';
import { readDatabase } from './database';

/** An answer that was taken from a batch or a comparison is in one cell of an experiment, however often it was taken. */
export function checkTakenOnce(run: Run): void {
  if (run.hasLostRows) return;
  const twice = `SELECT e.title AS title FROM experiments e JOIN experiment_cells c ON c.experiment_seq = e.seq
    WHERE c.variant_number > 0 AND coalesce(c.reply_id, c.job_id) IS NOT NULL
    GROUP BY e.seq, coalesce(c.reply_id, c.job_id) HAVING count(*) > 1`;
  for (const { title } of readDatabase(run, ({ all }) => all<{ title: string }>(twice)) ?? [])
    violate(run, 'kept', `an answer is in two cells of ${title}`);
}

export function checkJudging(run: Run): void {
  const { judging } = run.memory;
  for (const { marker, most } of judging.values()) {
    const all = run.gateways.flatMap(({ account }) => account.charges);
    const charges = all.filter((charge) => charge.marker === marker).length;
    if (charges > most) violate(run, 'charges', `${marker} was judged ${charges} times; ${most} confirmed`);
  }
}
