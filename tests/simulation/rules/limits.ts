/** Spending limits: each is of one profile and in its unit; nothing is sent beyond it, and nothing else is refused for it. */
import type { CommandName } from '../../../shared/contract';
import { decimalOf } from '../far/money';
import type { Answered } from '../person/answered';
import type { SetLimit } from '../person/memory';
import { profileOf, type Run, violate } from '../run-state';
import { readDatabase } from './database';

/** A command that costs, and what was spent of its limit when it was sent; `null` where nothing can be said. */
interface Limited extends SetLimit {
  /** Of an image, where the app knows it. */
  readonly imagePrice: number | null;
  readonly spent: Readonly<Record<'day' | 'month', number>>;
}

const limitedCommands: readonly CommandName[] = ['chat.send', 'chat.run', 'jobs.create', 'checks.start'];

export function limitOf(run: Run, name: CommandName, input: unknown): Limited | null {
  const { limit, activeId } = run.memory;
  if (!limitedCommands.includes(name)) return null;
  const { profileId = activeId } = input as { profileId?: string };
  if (limit === null || profileId === null || run.hasLostRows) return null;
  if (profileId !== profileOf(run, limit.gateway)) return null;
  if (Object.keys(limit.budget).length === 0) return null;
  const spent = { day: spentSince(run, limit, 'day'), month: spentSince(run, limit, 'month') };
  return { ...limit, imagePrice: imagePriceOf(run, limit), spent };
}

function spentSince(run: Run, { gateway }: SetLimit, period: 'day' | 'month'): number {
  const start = new Date(run.world.scheduler.now());
  start.setHours(0, 0, 0, 0);
  if (period === 'month') start.setDate(1);
  const rows = readDatabase(run, ({ all }) =>
    all<{ used: number | null }>(
      `SELECT sum(max(used, 0)) AS used FROM ledger WHERE profile_id = ? AND unit = ? AND at >= ? AND outcome <> 'outside'`,
      ...[profileOf(run, gateway) ?? '', gateway.unit, start.getTime()],
    ),
  );
  return decimalOf(gateway, rows?.[0]?.used ?? 0);
}

export function checkLimit(
  run: Run,
  name: CommandName,
  input: unknown,
  limited: Limited | null,
  answer: Answered<unknown>,
): void {
  if (answer.is === 'refused' && answer.error.code === 'over_budget')
    checkRefusal(run, name, answer.error.details);
  if (answer.is !== 'ok' || limited === null || run.memory.limit?.budget !== limited.budget) return;
  const { gateway, spent, budget } = limited;
  checkPriced(run, input, limited);
  const { hardPerDay = Infinity, hardPerMonth = Infinity } = budget;
  if (spent.day >= hardPerDay || spent.month >= hardPerMonth)
    violate(
      run,
      'sent',
      `${name} was accepted beyond the limit of ${gateway.name}: ${JSON.stringify({ spent, budget })}`,
    );
}

/** The catalogue that the app has says what an image costs. */
function imagePriceOf(run: Run, { gateway }: SetLimit): number | null {
  if (gateway.manners.prices !== 'told' || gateway.unit === 'usd') return null;
  const query = 'SELECT models FROM catalogues WHERE profile_id = ?';
  const row = readDatabase(run, ({ all }) =>
    all<{ models: string }>(query, profileOf(run, gateway) ?? ''),
  )?.[0];
  return row?.models.includes('"perUnit":2') ? 2 : null;
}

interface ImageJob {
  readonly id: string;
  readonly modality?: string;
  readonly isConfirmed?: boolean;
  readonly parameters?: { readonly count?: number };
}

/** Where the price is known, all that a job asks for fits into the limit, and what is above the question was asked about. */
function checkPriced(run: Run, input: unknown, { gateway, imagePrice, spent, budget }: Limited): void {
  const { id, modality, parameters = {}, ...job } = input as ImageJob;
  if (modality !== 'image' || imagePrice === null) return;
  const most = imagePrice * (parameters.count ?? 1);
  const { hardPerDay = Infinity, hardPerMonth = Infinity, askAbove = Infinity } = budget;
  const what = `images for ${most} of ${gateway.name} were accepted`;
  if (spent.day + most > hardPerDay || spent.month + most > hardPerMonth)
    violate(run, 'sent', `${what} beyond ${JSON.stringify({ spent, budget })}`);
  // The same press, asked once more after it was confirmed, finds the job there.
  const isConfirmed = job.isConfirmed === true || run.memory.confirmed.has(id);
  if (!isConfirmed && most > askAbove) violate(run, 'sent', `${what} without a question, above ${askAbove}`);
}

/** A refusal names a limit that the person set, in the unit of its profile. */
function checkRefusal(run: Run, name: CommandName, details: unknown): void {
  const { limit, unit } = details as { limit: number; unit: string };
  if (run.memory.limit === null) return;
  const { gateway, budget } = run.memory.limit;
  if (unit === gateway.unit && Object.values(budget).includes(limit)) return;
  violate(run, 'errors', `${name} was refused over ${limit} ${unit}, a limit that nobody set`);
}
