/** Rule 3: ledger = account, or the difference is flagged as unknown and settles with the next balance. */
import { SANDBOX_PROFILE_ID } from '../../../shared/sandbox-profile';
import { chargedMicros } from '../far/account';
import type { Gateway } from '../far/gateway';
import { type Run, violate } from '../run-state';
import { type Rows, readDatabase } from './database';

interface Sum {
  used: number | null;
  unknown: number;
}

const OPEN = `used IS NULL AND outcome <> 'refused' AND id > coalesce(
  (SELECT max(id) FROM ledger s WHERE s.profile_id = l.profile_id AND s.outcome = 'reconciled'), 0)`;

const sumOf = ({ all }: Rows, profileId: string): Sum =>
  all<Sum>(
    `SELECT sum(used) AS used, sum(${OPEN}) AS unknown FROM ledger l WHERE profile_id = ?`,
    profileId,
  )[0] ?? { used: 0, unknown: 0 };

const profileOf = (run: Run, gateway: Gateway): string =>
  gateway === run.sandbox ? SANDBOX_PROFILE_ID : (run.profileId ?? '');

/** @param isSettled a call of its own has shown the balance after everything else had ended */
export function checkLedger(run: Run, isSettled: boolean): void {
  if (run.hasLostRows) return;
  readDatabase(run, (rows) => {
    for (const gateway of run.gateways) {
      const { used, unknown } = sumOf(rows, profileOf(run, gateway));
      const spent = chargedMicros(gateway.account) + gateway.account.outside;
      const difference = spent - (used ?? 0);
      if (difference === 0) continue;
      const { tells } = gateway.manners;
      const figures = `${gateway.name}: the account says ${spent / 1e6}, the ledger ${(used ?? 0) / 1e6}`;
      if (tells === 'all' && isSettled)
        violate(run, 'ledger', `${figures}, and nothing is left to settle it`);
      else if (tells !== 'all' && unknown === 0 && !gateway.lies && gateway.account.outside === 0)
        violate(run, 'ledger', `${figures}, and no call is flagged as unknown`);
    }
  });
}

/** Every charge has a row that names it, and none of these rows says that it was refused. */
export function checkChargesAreKnown(run: Run): void {
  if (run.hasLostRows) return;
  readDatabase(run, ({ all }) => {
    for (const { account } of run.gateways) {
      for (const { key, marker, remoteId, operation } of account.charges) {
        const rows = all<{ outcome: string }>(
          `SELECT outcome FROM ledger WHERE outcome <> 'refused' AND (idempotency_key = ? OR job_id IN
             (SELECT id FROM jobs WHERE remote_id = ?))`,
          key ?? '',
          remoteId ?? '',
        );
        if (rows.length > 0) continue;
        violate(
          run,
          'ledger',
          `${operation} of ${marker} was charged and the app counts it as not sent or refused`,
        );
      }
    }
  });
}
