/** Fills the ledger of a data folder, as months of calls would. */
import { mkdir } from 'node:fs/promises';
import { createRandom, type Random } from '../../electron/sandbox/random';
import { openStorage } from '../../electron/storage/storage';
import type { Amount } from '../../shared/money/money';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { microsOf } from '../support/money';

export interface SeedLedger {
  readonly rows: number;
  /** The newest row's time; the others lie before it, a few minutes apart. */
  readonly until: number;
  readonly minutesApart?: number;
  /** Whether each answer reported the balance too. An app that reads another one at its start records the difference. */
  readonly reportsBalance?: boolean;
}

const sorts = [
  { operation: 'chat.completions.create', model: 'sandbox/eliza', credits: 0.4, chance: 46 },
  { operation: 'chat.completions.create', model: 'sandbox/markdown-tour', credits: 2.1, chance: 20 },
  { operation: 'chat.completions.create', model: 'sandbox/echo', credits: 0.06, chance: 14 },
  { operation: 'images.generations.create', model: 'sandbox/aurora', credits: 3, chance: 12 },
  { operation: 'audio.speech.create', model: 'sandbox/flite', credits: 0.7, chance: 6 },
  { operation: 'videos.generations.create', model: 'sandbox/kinograph', credits: 12, chance: 2 },
] as const;

const drawn = sorts.flatMap((sort) => Array<(typeof sorts)[number]>(sort.chance).fill(sort));

/** @param home made where it is missing; no app may be using it */
export async function seedLedger(
  home: string,
  { rows, until, minutesApart = 7, reportsBalance = false }: SeedLedger,
): Promise<void> {
  await mkdir(home, { recursive: true });
  const { storage } = openStorage(home, until);
  try {
    const random = createRandom(11);
    let remaining = 1_000_000;
    storage.transaction(() => {
      for (let index = rows - 1; index >= 0; index -= 1) {
        const at = until - index * minutesApart * 60_000;
        const row = oneRow(random, index);
        remaining -= row.credits;
        storage.ledger.append({
          at,
          profileId: SANDBOX_PROFILE_ID,
          unit: 'credits',
          operation: row.operation,
          model: row.model,
          used: row.used,
          remaining: microsOf(remaining),
          outcome: row.outcome,
          statusCode: row.statusCode,
          requestId: `req_${index.toString(36).padStart(10, '0')}`,
          idempotencyKey: null,
          messageId: null,
          jobId: null,
          isCheckpoint: reportsBalance && row.used !== null,
          conversationId: row.operation.startsWith('chat') ? `chat-${index % 400}` : null,
          totalMs: 200 + random.below(9_000),
        });
      }
    });
  } finally {
    storage.close();
  }
}

function oneRow(random: Random, index: number) {
  const { operation, model, credits: usual } = drawn[random.below(drawn.length)] ?? sorts[0];
  const credits = usual * (0.4 + random.below(120) / 100);
  if (index % 37 === 5)
    return { operation, model, credits: 0, used: null, outcome: 'unknown', statusCode: null } as const;
  if (index % 29 === 3) {
    const used = 0 as Amount;
    return { operation, model, credits: 0, used, outcome: 'refused', statusCode: 429 } as const;
  }
  if (index % 211 === 7) {
    const used = microsOf(credits);
    return {
      operation: 'outside',
      model: null,
      credits,
      used,
      outcome: 'outside',
      statusCode: null,
    } as const;
  }
  return {
    operation,
    model,
    credits,
    used: microsOf(credits),
    outcome: 'answered',
    statusCode: 200,
  } as const;
}
