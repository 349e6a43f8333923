/** Calls about the account itself, of gateways that tell dollars: its balance, and what one call cost. */
import { createRandom } from '../world/random';
import { type Charge, chargedAmount } from './account';
import type { FarRequest, Gateway } from './gateway';
import { decimalOf } from './money';
import { json, type Reply, refusal } from './reply';

export function answerAccount(gateway: Gateway, { url }: FarRequest): Reply {
  if (gateway.dialect !== 'openrouter') return refusal(404, 'not_found');
  if (url.pathname.endsWith('/generation')) return tellGeneration(gateway, url.searchParams.get('id') ?? '');
  const { account, manners } = gateway;
  const isTold = manners.tells === 'all';
  const used = chargedAmount(account) + account.outside;
  const data = {
    limit_remaining: isTold ? decimalOf(gateway, account.balance) : null,
    usage: isTold ? decimalOf(gateway, used) : null,
  };
  return json(200, { data });
}

/** Seconds after its charge. */
const lateness = { '0': 5, '30': 2, '100': 2 } as const;

/** By the call alone, so that nothing else of the story is drawn differently. */
function isLearned({ world, learnsLate, isPrompt }: Gateway, id: string, { at }: Charge): boolean {
  if (!learnsLate || isPrompt) return true;
  const seconds = Number(createRandom(`${world.seed} late ${id}`).weighted(lateness));
  return world.scheduler.now() >= at + 1_000 * seconds;
}

/** Known once it is charged, or some time after. */
function tellGeneration(gateway: Gateway, id: string): Reply {
  const charged = gateway.generations.get(id);
  if (!charged || !isLearned(gateway, id, charged) || gateway.manners.tells !== 'all')
    return refusal(404, 'generation_not_found');
  return json(200, { data: { id, total_cost: decimalOf(gateway, charged.amount) } });
}
