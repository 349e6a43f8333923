/** What a check asks, and what it can cost at most, before anything is sent. */
import type { CheckPlan, CheckScope } from '../../../shared/checks/checks';
import { type ProbeId, probeFacts, probeIds } from '../../../shared/checks/probes';
import type { Model } from '../../../shared/models/models';
import type { Cost } from '../../../shared/money/cost';
import { type Amount, type Money, type MoneyUnit, toAmount } from '../../../shared/money/money';
import { moneyUnits } from '../../../shared/money/money-units';
import { MOST_TOKENS_AROUND_MESSAGE, MOST_TOKENS_AROUND_PROMPT } from '../../../shared/money/tokens';
import type { Spending, Sum } from '../admission/spending';
import type { PlannedCall } from '../prices/planned-call';
import type { Ask, Body, Subject } from './probes/probe';
import { probes } from './probes/probes';

/** What is known of models: their record in the catalog of a profile. */
export type RecordOf = (profileId: string, model: string) => Model | null;

export const subjectOf = (
  scope: Pick<CheckScope, 'profileId' | 'models' | 'referenceProfileId'>,
  model: string,
  seed: string,
  recordOf: RecordOf,
): Subject => ({
  profileId: scope.profileId,
  model,
  record: recordOf(scope.profileId, model),
  models: scope.models,
  referenceProfileId: scope.referenceProfileId,
  seed,
});

/** The modality of a probe fits what the model generates; a model whose record says nothing is taken for a chat. */
function fitsModality(id: ProbeId, { record }: Subject): boolean {
  const { modality } = probeFacts[id];
  const output = record?.capabilities?.output ?? [];
  if (output.length === 0) return modality === 'chat';
  const words = { chat: 'text', image: 'image', speech: 'audio', video: 'video' } as const;
  // A chat that also draws is asked as a chat: other paths may not take it.
  return modality === 'chat'
    ? output.includes('text')
    : !output.includes('text') && output.includes(words[modality]);
}

/** The chosen probes that apply to a model, in the order of the table, each with what it asks: drawing that takes time. */
const asksFor = (
  subject: Subject,
  chosen: readonly ProbeId[],
): readonly { readonly id: ProbeId; readonly asks: readonly Ask[] }[] =>
  probeIds
    .filter((id) => chosen.includes(id) && fitsModality(id, subject))
    .map((id) => ({ id, asks: probes[id].asks(subject) }))
    .filter(({ id, asks }) => probes[id].isFree === true || asks.length > 0);

/** Those of the chosen probes that apply to a model, in the order of the table. */
export const probesFor = (subject: Subject, chosen: readonly ProbeId[]): readonly ProbeId[] =>
  asksFor(subject, chosen).map(({ id }) => id);

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** The most tokens of a prompt: a tokenizer makes at most one of each byte; files are counted by the probe. */
function mostTokensOf({ body, fileTokens = 0 }: Ask): number {
  const { messages = [], tools = [], response_format = '' } = body as { messages?: unknown[] } & Body;
  const text = JSON.stringify([messages, tools, response_format], (name, value) =>
    fileTokens > 0 && ['url', 'data', 'file_data'].includes(name) ? '' : value,
  );
  const around = MOST_TOKENS_AROUND_PROMPT + MOST_TOKENS_AROUND_MESSAGE * (messages as unknown[]).length;
  return around + Buffer.byteLength(text) + fileTokens;
}

/** The call of an ask as the guard counts it. */
export function plannedAsk(subject: Pick<Subject, 'profileId' | 'model'>, ask: Ask): PlannedCall {
  const { profileId = subject.profileId, model = subject.model, body } = ask;
  if (ask.operation !== 'chat') {
    const isImage = ask.operation === 'images';
    const { prompt, input, size, resolution, n } = body;
    const parameters = {
      ...(size !== undefined && { size }),
      ...(resolution !== undefined && { resolution }),
    };
    return {
      kind: 'media',
      modality: isImage ? 'image' : 'speech',
      profileId,
      model,
      extra: {},
      parameters: { ...parameters, ...(numberOf(n) !== undefined && { count: numberOf(n) }) } as Record<
        string,
        string | number
      >,
      characters: String(prompt ?? input ?? '').length,
    };
  }
  const asked = numberOf(body.max_tokens) ?? numberOf(body.max_completion_tokens) ?? 0;
  const maxTokens = Math.max(asked, ask.mostReplyTokens ?? 0);
  const most = mostTokensOf(ask);
  const choices = numberOf(body.n);
  return {
    kind: 'chat',
    profileId,
    model,
    settings: { maxTokens, ...(choices !== undefined && { choices }) },
    characters: most,
    mostPromptTokens: most,
  };
}

/** The most one call can cost; `null` where no price is known. */
export const boundOf = (spending: Pick<Spending, 'sumOf'>, call: PlannedCall): Money | null =>
  mostOf(spending.sumOf([call]));

function mostOf({ costs: [cost] }: Sum): Money | null {
  if (cost === undefined) return null;
  const most = cost.most === undefined ? cost.estimate.to : cost.most;
  const amount = most === null ? null : toAmount(most, cost.unit);
  return amount === null ? null : { unit: cost.unit, amount: Math.ceil(amount) as Amount };
}

function addMoney(cost: Cost, ...moneys: readonly (Money | null)[]): Cost {
  const sums = new Map<MoneyUnit, number>();
  for (const money of [...cost, ...moneys])
    if (money !== null) sums.set(money.unit, (sums.get(money.unit) ?? 0) + money.amount);
  return moneyUnits.flatMap((unit) => {
    const amount = sums.get(unit);
    return amount === undefined ? [] : [{ unit, amount: amount as Amount }];
  });
}

export interface PlannedCheck {
  readonly plan: CheckPlan;
  /** Every call that it may make, once. */
  readonly calls: readonly PlannedCall[];
}

/**
 * All calls of a check. One that several probes share, such as the replies of another model, counts once.
 * @param budget in the unit of the profile; `null` for none
 */
export function planCheck(
  spending: Pick<Spending, 'sumsOf'>,
  scope: CheckScope,
  seed: string,
  recordOf: RecordOf,
  budget: Money | null,
): PlannedCheck {
  const known = new Set<string>();
  const calls: PlannedCall[] = [];
  const models = scope.models.map((model) => {
    const subject = subjectOf(scope, model, seed, recordOf);
    const applied = asksFor(subject, scope.probes);
    const asked = applied.flatMap(({ id, asks }) => asks.map((ask) => ({ id, ask })));
    const own = asked.flatMap(({ id, ask }) => {
      const { profileId = scope.profileId, model: other = model, sharedWith = id, step } = ask;
      const place = JSON.stringify([profileId, other, sharedWith, step]);
      if (known.has(place)) return [];
      known.add(place);
      return [plannedAsk(subject, ask)];
    });
    calls.push(...own);
    const bounds = spending.sumsOf(own).map(mostOf);
    const unpriced = bounds.filter((bound) => bound === null).length;
    return {
      model,
      probes: applied.map(({ id }) => id),
      calls: own.length,
      bound: addMoney([], ...bounds),
      unpriced,
    };
  });
  const full = models.reduce<Cost>((sum, { bound }) => addMoney(sum, ...bound), []);
  return {
    calls,
    plan: {
      calls: calls.length,
      full,
      bound: withBudget(full, budget),
      unpriced: models.reduce((sum, { unpriced }) => sum + unpriced, 0),
      total: models.reduce((sum, { probes: { length } }) => sum + length, 0),
      models,
    },
  };
}

/** The lower of both; where no price is known the budget alone. */
function withBudget(full: Cost, budget: Money | null): Cost {
  if (budget === null) return full;
  const own = full.find(({ unit }) => unit === budget.unit);
  const others = full.filter(({ unit }) => unit !== budget.unit);
  return addMoney(others, own !== undefined && own.amount < budget.amount ? own : budget);
}
