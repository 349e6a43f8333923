/** What the person does with profiles: switches, keys, limits. */
import { defaultConnection } from '../../../shared/profiles/defaults';
import type { Gateway } from '../far/gateway';
import { DOLLARS_ORIGIN, FAR_ORIGIN, profileOf, type Run } from '../run-state';
import type { Random } from '../world/random';
import { activate, ask, describe, read } from './call';
import type { Act } from './step';

/** The gateways that the person has a profile of; the Sandbox is always there. */
export const usable = (run: Run): readonly Gateway[] =>
  run.gateways.filter((gateway) => profileOf(run, gateway) !== null);

const own = (run: Run): readonly Gateway[] => usable(run).filter((gateway) => gateway !== run.sandbox);

export async function createProfiles(run: Run): Promise<void> {
  const made = await read(run, 'profiles.create', { name: 'Gateway', baseUrl: `${FAR_ORIGIN}/api/v1` });
  run.profileId = made?.id ?? null;
  if (!run.hasDollars) return;
  const connection = { ...defaultConnection, gateway: run.dollars.dialect };
  const baseUrl = `${DOLLARS_ORIGIN}/api/v1`;
  run.dollarsId = (await read(run, 'profiles.create', { name: 'Dollars', baseUrl, connection }))?.id ?? null;
}

const switchProfile: Act = async (run, random) => {
  const gateway = random.chance(0.3) ? run.sandbox : random.pick(usable(run));
  const answer = await activate(run, profileOf(run, gateway) ?? '');
  return `switches to ${gateway.name}: ${describe(answer)}`;
};

async function saveKeyOf(run: Run, gateway: Gateway, keep: 'keychain' | 'session'): Promise<string> {
  const input = { id: profileOf(run, gateway) ?? '', key: gateway.key ?? '', keep };
  return `saves the key of ${gateway.name} (${keep}): ${describe(await ask(run, 'profiles.saveKey', input))}`;
}

export async function saveKeys(run: Run): Promise<void> {
  for (const gateway of own(run)) await saveKeyOf(run, gateway, 'keychain');
}

const key: Act = async (run, random) => {
  if (own(run).length === 0) return 'has no profile';
  const gateway = random.pick(own(run));
  if (random.chance(0.6)) return saveKeyOf(run, gateway, random.chance(0.7) ? 'keychain' : 'session');
  const id = profileOf(run, gateway) ?? '';
  return `removes the key of ${gateway.name}: ${describe(await ask(run, 'profiles.removeKey', { id }))}`;
};

const budgetFor = (random: Random, { unit }: Gateway) =>
  unit === 'credits'
    ? random.pick([
        {},
        { hardPerDay: random.int(1, 40) },
        { hardPerMonth: random.int(5, 80) },
        { askAbove: random.int(1, 6) },
      ])
    : random.pick([
        {},
        { hardPerDay: random.int(1, 90) / 1e6 },
        { hardPerDay: random.int(1, 900) / 1e3 },
        { hardPerMonth: random.int(1, 50) / 1e2 },
      ]);

/** Limits of one profile; those of all others are gone with it. */
const limit: Act = async (run, random) => {
  const gateway = random.pick(usable(run));
  const budget = budgetFor(random, gateway);
  const budgets = { [profileOf(run, gateway) ?? '']: budget };
  const isInCredits = gateway.unit === 'credits';
  const patch = { budgets: isInCredits ? budgets : {}, dollarBudgets: isInCredits ? {} : budgets };
  run.memory.limit = null;
  const answer = await ask(run, 'settings.update', { patch });
  if (answer.is === 'ok') run.memory.limit = { gateway, budget };
  return `sets limits of ${gateway.name} ${JSON.stringify(budget)}: ${describe(answer)}`;
};

export const profileSteps = { 'switch-profile': switchProfile, key, limit } satisfies Record<string, Act>;
