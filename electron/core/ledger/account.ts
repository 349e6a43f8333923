/** What gateways tell of an account in calls of their own: its balance, and the cost of a call whose outcome is unknown. */
import { type Amount, toAmount, toCharge } from '../../../shared/money/money';
import type { Account, OpenGeneration } from '../ports/ledger';
import type { MediaGateway } from '../ports/media-gateway';
import type { Ports } from '../ports/ports';
import type { MoneyOf } from '../profiles/paying-profile';
import type { Profiles } from '../profiles/profiles';
import type { LedgerService } from './ledger';
import { CHARGE_MAY_COME_LATE_MS } from './reconcile';

export interface AccountService {
  /** Reads the balance, and what is still unknown. Free; a gateway that tells neither is asked for nothing. */
  refresh(profileId: string): Promise<void>;
  /** The same soon, and again while something stays unknown. */
  watch(profileId: string): void;
  /** Ends all waiting; afterwards nothing is asked. */
  close(): Promise<void>;
}

interface Services {
  readonly profiles: Pick<Profiles, 'client'>;
  readonly ledger: LedgerService;
  readonly moneyOf: MoneyOf;
}

const LAST_LOOK_MS = CHARGE_MAY_COME_LATE_MS + 10_000;

/** A gateway may need seconds to know what a call cost; at the last attempt a delayed charge is in the balance. */
const LOOK_AGAIN_MS: readonly number[] = [2_000, 15_000, 60_000, LAST_LOOK_MS];

/** Gateways keep what a call cost for long, but a call whose cost is never reported is not asked for at every start. */
const GENERATIONS_KEPT_MS = 24 * 3_600_000;

export function createAccountService(ports: Ports, services: Services): AccountService {
  const { ledger, moneyOf } = services;
  const { clock } = ports;
  const closing = new AbortController();
  const { signal } = closing;
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, () => void>();
  const run = createAccountReader(ports, services, signal);
  const refresh = (profileId: string, isAsked: boolean): Promise<void> => {
    const started =
      running.get(profileId) ?? run(profileId, isAsked).finally(() => running.delete(profileId));
    running.set(profileId, started);
    return started;
  };
  const isUnknown = createReader(ports, moneyOf);
  const look = (profileId: string, round: number) => {
    waiting.get(profileId)?.();
    const delayMs = LOOK_AGAIN_MS[round];
    if (delayMs === undefined || signal.aborted) return;
    const cancel = clock.setTimer(delayMs, () => {
      waiting.delete(profileId);
      void refresh(profileId, false).then(() => {
        if (!waiting.has(profileId) && !signal.aborted && isUnknown(profileId)) look(profileId, round + 1);
      });
    });
    waiting.set(profileId, cancel);
  };
  const watch = (profileId: string) => {
    if (moneyOf(profileId).unit !== 'credits') look(profileId, 0);
  };
  ledger.whenUnknown(watch);
  return {
    refresh: (profileId) => refresh(profileId, true),
    watch,
    async close() {
      closing.abort();
      for (const cancel of waiting.values()) cancel();
      waiting.clear();
      await Promise.all(running.values());
    },
  };
}

/**
 * Reads what a call that is unknown cost, then the balance.
 * @returns never throws; `isAsked` by the person asks for every open call, not only for those that are due
 */
function createAccountReader(ports: Ports, { profiles, ledger, moneyOf }: Services, signal: AbortSignal) {
  const { storage, clock, log, describeError } = ports;
  const patience = createPatience();
  const settleGenerations = async (account: Account, client: MediaGateway, isAsked: boolean) => {
    if (client.generationCost === undefined) return;
    const now = clock.now();
    for (const open of storage.ledger.openGenerations(account, now - GENERATIONS_KEPT_MS)) {
      if (!isAsked && !patience.isDue(open, now)) continue;
      patience.noteAsked(open, now);
      const used = await costOf(client, open);
      // If another answer reported it meanwhile, it is counted already.
      const isOpen = storage.ledger.openGenerations(account, open.at).some(isSame(open));
      if (used === null || !isOpen || signal.aborted) continue;
      ledger.recordGeneration(account.profileId, withNewPart(ports, account, { ...open, used }));
    }
  };
  /** `null` where the gateway does not know it, or not yet. */
  const costOf = async (client: MediaGateway, { generationId }: OpenGeneration): Promise<Amount | null> => {
    try {
      const cost = await client.generationCost?.(generationId, { signal });
      return toCharge(cost?.amount, 'usd');
    } catch (error) {
      log(`the cost of a call is not known yet: ${describeError(error).code}`);
      return null;
    }
  };
  const readBalance = async ({ profileId }: Account, client: MediaGateway) => {
    const call = ledger.begin(profileId, false);
    try {
      const balance = await client.balance?.({ signal });
      const remaining = toAmount(balance?.remaining, 'usd');
      if (remaining !== null && !signal.aborted) ledger.recordBalance(profileId, remaining, call);
    } finally {
      call.end();
    }
  };
  return async (profileId: string, isAsked: boolean): Promise<void> => {
    try {
      const account = { profileId, unit: moneyOf(profileId).unit };
      if (account.unit === 'credits' || signal.aborted) return;
      const client = await profiles.client(profileId);
      await settleGenerations(account, client, isAsked);
      await readBalance(account, client);
      ledger.announce(profileId);
    } catch (error) {
      // The meter keeps what it knew; the next call or the next start asks again.
      log(`a balance could not be read: ${describeError(error).code}`);
    }
  };
}

/**
 * When a call's cost is asked for: each new call of unknown cost restarts the rounds, and those before it would be asked
 * for with each of them.
 */
function createPatience() {
  const asked = new Map<string, { readonly times: number; readonly nextAt: number }>();
  return {
    isDue: ({ generationId }: OpenGeneration, now: number) => now >= (asked.get(generationId)?.nextAt ?? 0),
    noteAsked({ generationId }: OpenGeneration, now: number) {
      const times = (asked.get(generationId)?.times ?? 0) + 1;
      asked.set(generationId, { times, nextAt: now + (LOOK_AGAIN_MS[times] ?? LAST_LOOK_MS) });
    },
  };
}

type Charged = OpenGeneration & { readonly used: Amount };

/** A remote job's own record may have reported its cost, or a part of it: that is counted already. */
function withNewPart({ storage }: Ports, account: Account, call: Charged): Charged {
  const remoteId = call.jobId === null ? null : (storage.jobs.get(call.jobId)?.remoteId ?? null);
  if (remoteId === null) return call;
  const { used } = storage.ledger.chargesOfRemote(account, remoteId);
  return { ...call, used: Math.max(0, call.used - used) as Amount };
}

/** Whether the profile has a call of unknown cost; what can't be read now may have one. */
function createReader({ storage, log, describeError }: Ports, moneyOf: MoneyOf) {
  return (profileId: string): boolean => {
    try {
      return storage.ledger.openUnknowns({ profileId, unit: moneyOf(profileId).unit }).length > 0;
    } catch (error) {
      log(`what is unknown could not be read: ${describeError(error).code}`);
      return true;
    }
  };
}

const isSame = (one: OpenGeneration) => (other: OpenGeneration) => one.generationId === other.generationId;
