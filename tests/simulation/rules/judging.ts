/** Rule 1, for models that judge: each answer, or each case in both orders, is judged once. */
import { type Run, violate } from '../run-state';

export function checkJudging(run: Run): void {
  const { judging } = run.memory;
  for (const { marker, most } of judging.values()) {
    const all = run.gateways.flatMap(({ account }) => account.charges);
    const charges = all.filter((charge) => charge.marker === marker).length;
    if (charges > most) violate(run, 'charges', `${marker} was judged ${charges} times; ${most} confirmed`);
  }
}
