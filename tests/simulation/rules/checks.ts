/** Checks of models: what they may cost is never passed, and what they found stays. */

import type { Gateway } from '../far/gateway';
import type { StartedCheck } from '../person/memory';
import { type Run, violate } from '../run-state';
import { type Rows, readDatabase } from './database';
import { isCostly, markerOfRequest } from './money';

/** Requests that a check has under way at once. */
const AT_ONCE = 4;

export function checkChecks(run: Run): void {
  for (const started of run.memory.checks.values()) checkBound(run, started);
  for (const gateway of run.gateways) checkHalted(run, gateway);
  if (!run.hasLostRows) readDatabase(run, (rows) => checkKept(run, rows));
  if (run.memory.metered.size > 0) readDatabase(run, (rows) => checkVerdicts(run, rows));
}

/** Who charges by the list is never said to charge more, and who charges more is never said to keep to it. */
function checkVerdicts(run: Run, { all }: Rows): void {
  for (const [id, { gateway, isDear }] of run.memory.metered) {
    const query = "SELECT result, note FROM check_results WHERE check_id = ? AND probe = 'chargesListed'";
    const [found] = all<{ result: string; note: string }>(query, id);
    // Amounts that it claims and did not charge say what they like.
    if (gateway.lies || found?.result !== (isDear ? 'works' : 'fails')) continue;
    violate(
      run,
      'ledger',
      `charges of a model that is ${isDear ? 'dear' : 'fair'} were found to be: ${found.note}`,
    );
  }
}

/** Where no price is known, the budget is compared with what the answers told: those under way come on top. */
function checkBound(run: Run, { marker, gateway, bound, isUnpriced }: StartedCheck): void {
  const { account, manners, lies, unit } = gateway;
  if (bound === null || lies) return;
  const own = account.charges.filter((charge) => charge.marker === marker);
  const charged = own.reduce((sum, { amount }) => sum + amount, 0);
  if (isUnpriced && (manners.tells === 'nothing' || manners.tellsLater)) return;
  const untold = isUnpriced ? AT_ONCE + own.filter(({ deliveredIn }) => deliveredIn === null).length : 0;
  const most = bound + untold * Math.max(0, ...own.map(({ amount }) => amount));
  if (charged > most)
    violate(run, 'charges', `the check ${marker} was charged ${charged}, beyond ${bound} (${unit})`);
}

/** What was on its way as the person halted a check still arrives. */
const ON_THE_WAY_MS = 30_000;

/** Nothing more is sent of a check that is paused, stopped or deleted. */
function checkHalted(run: Run, { requests }: Gateway): void {
  if (run.memory.haltedChecks.size === 0) return;
  for (const request of requests.filter(isCostly)) {
    const marker = markerOfRequest(request) ?? '';
    const haltedAt = run.memory.haltedChecks.get(marker) ?? Infinity;
    if (request.at > haltedAt + ON_THE_WAY_MS)
      violate(run, 'sent', `a request of ${marker} was sent after its check was halted`);
  }
}

function checkKept(run: Run, { all }: Rows): void {
  const { checks, judged, removed } = run.memory;
  const here = new Set(all<{ id: string }>('SELECT id FROM checks').map(({ id }) => id));
  for (const [id, { marker }] of checks)
    if (!removed.has(id) && !here.has(id)) violate(run, 'kept', `the check ${marker} is gone`);
  for (const [id, probes] of judged) {
    const kept = all<{ probe: string }>('SELECT probe FROM check_results WHERE check_id = ?', id);
    const lost = [...probes].filter((probe) => kept.every((one) => one.probe !== probe));
    if (!removed.has(id) && lost.length > 0)
      violate(run, 'kept', `a check lost what it found: ${lost.join(', ')}`);
  }
}
