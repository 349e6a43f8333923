/** Spending limits: each is of one profile and in its unit; nothing is sent beyond it, and nothing else is refused for it. */
import type { CommandName } from '../../../shared/contract';
import { decimalOf } from '../far/money';
import type { Answered } from '../person/answered';
import type { SetLimit } from '../person/memory';
import { profileOf, type Run, violate } from '../run-state';
import { readDatabase } from './database';

/** A command that costs, and what was spent of its limit when it was sent; `null` where nothing can be said. */
interface Limited extends SetLimit {
  readonly spent: Readonly<Record<'day' | 'month', number>>;
}

export function limitOf(run: Run, name: CommandName): Limited | null {
  const { limit, activeId } = run.memory;
  if (name !== 'chat.send' && name !== 'jobs.create') return null;
  if (limit === null || activeId === null || run.hasLostRows) return null;
  if (activeId !== profileOf(run, limit.gateway)) return null;
  const { hardPerDay, hardPerMonth } = limit.budget;
  if (hardPerDay === undefined && hardPerMonth === undefined) return null;
  return { ...limit, spent: { day: spentSince(run, limit, 'day'), month: spentSince(run, limit, 'month') } };
}

function spentSince(run: Run, { gateway }: SetLimit, period: 'day' | 'month'): number {
  const start = new Date(run.world.scheduler.now());
  start.setHours(0, 0, 0, 0);
  if (period === 'month') start.setDate(1);
  const rows = readDatabase(run, ({ all }) =>
    all<{ used: number | null }>(
      `SELECT sum(used) AS used FROM ledger WHERE profile_id = ? AND unit = ? AND at >= ? AND outcome <> 'outside'`,
      ...[profileOf(run, gateway) ?? '', gateway.unit, start.getTime()],
    ),
  );
  return decimalOf(gateway, rows?.[0]?.used ?? 0);
}

export function checkLimit(
  run: Run,
  name: CommandName,
  limited: Limited | null,
  answer: Answered<unknown>,
): void {
  if (answer.is === 'refused' && answer.error.code === 'over_budget')
    checkRefusal(run, name, answer.error.details);
  if (answer.is !== 'ok' || limited === null || run.memory.limit?.budget !== limited.budget) return;
  const { gateway, spent, budget } = limited;
  const { hardPerDay = Infinity, hardPerMonth = Infinity } = budget;
  if (spent.day >= hardPerDay || spent.month >= hardPerMonth)
    violate(
      run,
      'sent',
      `${name} was accepted beyond the limit of ${gateway.name}: ${JSON.stringify({ spent, budget })}`,
    );
}

/** A refusal names a limit that the person set, in the unit of its profile. */
function checkRefusal(run: Run, name: CommandName, details: unknown): void {
  const { limit, unit } = details as { limit: number; unit: string };
  if (run.memory.limit === null) return;
  const { gateway, budget } = run.memory.limit;
  if (unit === gateway.unit && Object.values(budget).includes(limit)) return;
  violate(run, 'errors', `${name} was refused over ${limit} ${unit}, a limit that nobody set`);
}
