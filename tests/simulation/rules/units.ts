/** Rule 3, for amounts of two units: no sum holds both, and what things cost is shown in the unit they were charged in. */
import { amountIn } from '../../../shared/money/cost';
import { type MoneyUnit, moneyUnits } from '../../../shared/money/money-units';
import { activate, read } from '../person/call';
import { profileOf, type Run, violate } from '../run-state';
import { readDatabase } from './database';

interface Charged {
  readonly unit: MoneyUnit;
  readonly used: number;
  readonly jobId: string | null;
  readonly ownerId: string | null;
}

const chargedRows = (run: Run): readonly Charged[] =>
  readDatabase(run, ({ all }) =>
    all<Charged>(
      'SELECT unit, used, job_id AS jobId, message_id AS ownerId FROM ledger WHERE used IS NOT NULL',
    ),
  ) ?? [];

const total = (rows: readonly Charged[]): number => rows.reduce((sum, { used }) => sum + used, 0);

/** Beyond it sums are not exact, and no account holds as much. */
const isExact = (sum: number): boolean => Math.abs(sum) < Number.MAX_SAFE_INTEGER;

export async function checkUnits(run: Run): Promise<void> {
  if (run.dollarsId === null || run.hasLostRows) return;
  const rows = chargedRows(run);
  for (const unit of moneyUnits) await checkSum(run, unit, total(rows.filter((row) => row.unit === unit)));
  await checkJobs(run, rows);
  await checkMeters(run);
}

async function checkSum(run: Run, unit: MoneyUnit, expected: number): Promise<void> {
  const sums = await read(run, 'ledger.sums', { filter: { unit } });
  if (sums === null || !isExact(expected)) return;
  const shown = sums.spent + sums.outside - sums.added;
  if (shown !== expected)
    violate(run, 'ledger', `the activity page sums ${shown} parts of ${unit}, and the rows ${expected}`);
}

async function checkJobs(run: Run, rows: readonly Charged[]): Promise<void> {
  const page = await read(run, 'jobs.page', { modality: null, cursor: null, limit: 200 });
  for (const { id, modality, cost } of page?.jobs ?? []) {
    const own = rows.filter(({ jobId }) => jobId === id);
    for (const unit of moneyUnits) {
      const expected = total(own.filter((row) => row.unit === unit));
      const shown = amountIn(cost, unit) ?? 0;
      if (shown !== expected)
        violate(run, 'ledger', `a ${modality} job shows ${shown} parts of ${unit}, and cost ${expected}`);
    }
  }
}

/** The meter of each profile counts in its own unit. */
async function checkMeters(run: Run): Promise<void> {
  for (const gateway of run.gateways) {
    const id = profileOf(run, gateway);
    if (id === null) continue;
    const answer = await activate(run, id);
    const ledger = (await read(run, 'app.snapshot', {}))?.ledger;
    if (answer.is !== 'ok' || ledger?.profileId !== id) continue;
    if (ledger.unit !== gateway.unit)
      violate(run, 'ledger', `the meter of ${gateway.name} counts in ${ledger.unit}`);
  }
}
