/** Rule 3: ledger = account, or the difference is flagged as unknown and settles with the next balance. */
import { chargedAmount } from '../far/account';
import type { Gateway } from '../far/gateway';
import { decimalOf } from '../far/money';
import { profileOf, type Run, violate } from '../run-state';
import { type Rows, readDatabase } from './database';

interface Sum {
  used: number | null;
  unknown: number;
  /** Rows in another unit than the gateway's. */
  strange: number;
  /** What answers to a key claimed that had claimed the same before: without a balance, no one can tell it from a second charge. */
  repeated: number | null;
}

/** A balance settles all calls before it; what a gateway tells of one generation settles that one. */
const OPEN = `used IS NULL AND outcome <> 'refused' AND NOT EXISTS (SELECT 1 FROM ledger s
  WHERE s.profile_id = l.profile_id AND s.outcome = 'reconciled' AND s.id > l.id
    AND (s.generation_id IS NULL OR s.generation_id = l.generation_id))`;

const REPEATED = `EXISTS (SELECT 1 FROM ledger f WHERE f.idempotency_key = l.idempotency_key AND f.used = l.used
  AND f.outcome = 'answered' AND f.id < l.id)`;

const sumOf = ({ all }: Rows, profileId: string, { unit }: Gateway): Sum =>
  all<Sum>(
    `SELECT sum(used) AS used, sum(${OPEN}) AS unknown, sum(unit <> ?) AS strange,
       sum(CASE WHEN ${REPEATED} THEN used END) AS repeated FROM ledger l WHERE profile_id = ?`,
    unit,
    profileId,
  )[0] ?? { used: 0, unknown: 0, strange: 0, repeated: 0 };

/** @param isSettled a call of its own has shown the balance after everything else had ended */
export function checkLedger(run: Run, isSettled: boolean): void {
  if (run.hasLostRows) return;
  readDatabase(run, (rows) => {
    for (const gateway of run.gateways)
      compare(run, gateway, sumOf(rows, profileOf(run, gateway) ?? '', gateway), isSettled);
  });
}

/** An amount below zero is one that the gateway did not state: it may not make room under a limit. */
export function checkNoneBelowZero(run: Run): void {
  readDatabase(run, ({ all }) => {
    const rows = all<{ used: number }>(
      "SELECT used FROM ledger WHERE used < 0 AND outcome IN ('answered', 'unknown', 'refused')",
    );
    for (const { used } of rows) violate(run, 'ledger', `a call is booked with ${used}, below zero`);
  });
}

function compare(
  run: Run,
  gateway: Gateway,
  { used, unknown, strange, repeated }: Sum,
  isSettled: boolean,
): void {
  const { name, manners, account, lies } = gateway;
  if (strange > 0) violate(run, 'ledger', `${strange} rows of ${name} count in another unit`);
  const spent = chargedAmount(account) + account.outside;
  if (spent === (used ?? 0)) return;
  const told = decimalOf(gateway, used ?? 0);
  const figures = `${name}: the account says ${decimalOf(gateway, spent)}, the ledger ${told}`;
  if (manners.tells === 'all') {
    if (isSettled) violate(run, 'ledger', `${figures}, and nothing is left to settle it`);
  } else if (unknown === 0 && !lies && account.outside === 0 && (used ?? 0) - spent !== repeated)
    violate(run, 'ledger', `${figures}, and no call is flagged as unknown`);
}

/** Where nobody else has used the key, nothing is counted as spent or added outside of this app. */
export function checkOutside(run: Run): void {
  if (run.hasLostRows) return;
  readDatabase(run, ({ all }) => {
    for (const gateway of run.gateways.filter(({ account, lies }) => account.outside === 0 && !lies)) {
      const profileId = profileOf(run, gateway) ?? '';
      if (run.misread.has(profileId)) continue;
      const rows = all<{ id: number; used: number }>(
        "SELECT id, used FROM ledger WHERE outcome = 'outside' AND profile_id = ? ORDER BY id",
        profileId,
      );
      const amounts = rows.map(({ used }) => decimalOf(gateway, used)).join(', ');
      if (rows.length > 0)
        violate(run, 'ledger', `${gateway.name}: the app says that others used its key: ${amounts}`);
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
