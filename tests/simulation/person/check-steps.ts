/** What the person does with checks of models. */
import type { CheckRun, CheckStatus } from '../../../shared/checks/checks';
import type { ProbeId } from '../../../shared/checks/probes';
import { amountIn } from '../../../shared/money/cost';
import { checkedModel, markerOf } from '../far/account';
import type { Gateway } from '../far/gateway';
import { meteredModel } from '../far/money';
import { profileOf, type Run } from '../run-state';
import type { Random } from '../world/random';
import { ask, describe } from './call';
import { usable } from './profile-steps';
import type { Act } from './step';

/** Of each, no two requests have the same text: one that is charged twice was sent twice. */
const besideReply: readonly ProbeId[] = [
  ...(['stream', 'streamUsage', 'systemRole'] as const),
  ...(['stop', 'maxTokens', 'n', 'jsonMode', 'prefill', 'usageGrows'] as const),
];

/** In the unit of the gateway: some allow all, others a few requests, or not one. */
const budgetFor = (random: Random, { unit }: Gateway): number | null =>
  random.chance(0.4)
    ? null
    : unit === 'credits'
      ? random.pick([0, 0.2, 0.4, 0.8, 5, 7.5, 9, 20])
      : random.int(0, 200) / 1e6;

/** A model with a price, where the gateway tells prices and it has read them; else one that was typed. */
async function listModel(run: Run, random: Random, gateway: Gateway, model: string): Promise<void> {
  if (gateway.unit === 'usd' || gateway.manners.prices !== 'told' || random.chance(0.3)) return;
  gateway.listed.add(model);
  await ask(run, 'models.refresh', {});
}

const check: Act = async (run, random, id) => {
  const gateway = random.pick(usable(run));
  const marker = `intent-${id}`;
  const model = checkedModel(marker);
  await listModel(run, random, gateway, model);
  const chosen = besideReply.filter(() => random.chance(0.5));
  const input = {
    ...{ id: random.uuid(), profileId: profileOf(run, gateway) ?? '', models: [model] },
    probes: ['reply' as const, ...chosen],
    budget: budgetFor(random, gateway),
  };
  run.intents.allow(marker, gateway.name);
  const confirms = random.chance(0.7);
  const first = await ask(run, 'checks.start', input);
  const isAsked = first.is === 'refused' && first.error.code === 'needs_confirmation' && confirms;
  const answer = isAsked ? await ask(run, 'checks.start', { ...input, isConfirmed: true }) : first;
  if (answer.is === 'refused') run.intents.takeBack(marker);
  if (answer.is === 'ok') remember(run, gateway, marker, answer.value);
  return `checks ${input.probes.length} abilities of ${model} at ${gateway.name}: ${describe(answer)}`;
};

/** Whether its list of models says truly what a model charges. */
const checkCharges: Act = async (run, random, id) => {
  const gateway = random.pick(usable(run));
  if (gateway.unit === 'usd') return 'has no model whose charges can be checked';
  const marker = `intent-${id}`;
  const isDear = random.chance(0.5);
  const model = meteredModel(marker, isDear);
  gateway.listed.add(model);
  await ask(run, 'models.refresh', {});
  const probes: ProbeId[] = ['reply', 'chargesListed'];
  if (random.chance(0.5)) probes.push('usageGrows');
  const input = { id: random.uuid(), profileId: profileOf(run, gateway) ?? '', models: [model], probes };
  run.intents.allow(marker, gateway.name);
  const answer = await ask(run, 'checks.start', { ...input, budget: null, isConfirmed: true });
  if (answer.is === 'refused') run.intents.takeBack(marker);
  if (answer.is === 'ok') {
    run.memory.metered.set(answer.value.id, { gateway, isDear });
    // By its list it costs less than it charges.
    if (!isDear) remember(run, gateway, marker, answer.value);
  }
  return `checks what ${model} charges at ${gateway.name}: ${describe(answer)}`;
};

function remember({ memory }: Run, gateway: Gateway, marker: string, started: CheckRun): void {
  const bound = amountIn(started.bound, gateway.unit);
  memory.checks.set(started.id, { marker, gateway, bound, isUnpriced: started.unpriced > 0 });
}

async function anyCheck(run: Run, random: Random, fits: readonly CheckStatus[]): Promise<CheckRun | null> {
  const answer = await ask(run, 'checks.list', { profileId: null, cursor: null, limit: 50 });
  const found = (answer.is === 'ok' ? answer.value.checks : [])
    .filter(({ status }) => fits.includes(status))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  return found.length === 0 ? null : random.pick(found);
}

/** Its requests were confirmed with it, so going on confirms nothing more. */
const changeBy =
  (command: 'checks.pause' | 'checks.resume' | 'checks.stop', fits: readonly CheckStatus[]): Act =>
  async (run, random) => {
    const found = await anyCheck(run, random, fits);
    if (!found) return `has nothing for ${command}`;
    run.memory.haltedChecks.delete(markerOfCheck(found));
    const answer = await ask(run, command, { id: found.id });
    if (answer.is === 'ok' && command !== 'checks.resume') halt(run, found);
    return `${command} of ${found.models.join(', ')}: ${describe(answer)}`;
  };

const markerOfCheck = ({ models }: CheckRun): string => markerOf(models.join(' ')) ?? '';

function halt({ memory, world }: Run, found: CheckRun): void {
  memory.haltedChecks.set(markerOfCheck(found), world.scheduler.now());
}

/** A check makes many requests in a row: the first rate limit that a person meets may be met with it. */
const busy: Act = async ({ gateways }, random) => {
  const retryAfter = random.pick(['1', '40', '90', '400']);
  const left = random.int(1, 6);
  for (const { waiting } of gateways)
    waiting.push({ route: 'chat', fault: { kind: 'status', status: 429, retryAfter }, left });
  return `The gateways answer ${left} chats with a rate limit, for ${retryAfter} s`;
};

const remove: Act = async (run, random) => {
  const found = await anyCheck(run, random, ['running', 'paused', 'stopped', 'completed']);
  if (!found) return 'has no check to delete';
  run.memory.removed.add(found.id);
  const answer = await ask(run, 'checks.remove', { id: found.id });
  if (answer.is === 'ok') halt(run, found);
  return `deletes a check: ${describe(answer)}`;
};

export const checkSteps = {
  ...{
    check,
    'check-charges': checkCharges,
    'pause-check': changeBy('checks.pause', ['running']),
    'delete-check': remove,
    busy,
  },
  ...{ 'resume-check': changeBy('checks.resume', ['paused']) },
  ...{ 'stop-check': changeBy('checks.stop', ['running', 'paused']) },
} satisfies Record<string, Act>;
