/** The budget of an experiment is a hard stop: at most its last charge can pass it. */
import { type Run, violate } from '../run-state';

/** Only where a budget was never taken off. A gateway that charges in another unit can't be counted against it. */
export function checkBudgets(run: Run): void {
  for (const { amount, markers } of run.memory.budgets.values()) {
    const charges = run.gateways
      .filter(({ unit }) => unit === 'credits')
      .flatMap(({ account }) => account.charges)
      .filter(({ marker }) => marker !== null && markers.includes(marker))
      .sort((one, other) => one.at - other.at);
    const before = charges.slice(0, -1).reduce((sum, charge) => sum + charge.amount, 0);
    if (before > amount)
      violate(
        run,
        'charges',
        `an experiment with a budget of ${amount} was charged ${before} before its last call`,
      );
  }
}
