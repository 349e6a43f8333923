/** `gatehouse check`: checks models without a window and prints a line for each probe. */
import { randomUUID } from 'node:crypto';
import { type CheckPlan, type CheckResult, type CheckRun, isContradiction } from '../shared/checks/checks';
import { type ProbeId, probeFacts, probeIds } from '../shared/checks/probes';
import { type Cost, costFields, exactCostText } from '../shared/money/cost';
import { fromAmount } from '../shared/money/money';
import { readFlags } from './command-flags';
import {
  type Ask,
  asker,
  type CommandWorld,
  DEFAULT_VARIABLE,
  type GatewayOptions,
  openProfile,
  profileNamed,
  readBudget,
  readKeyName,
  readModels,
  UsageError,
} from './command-line';

export interface CheckOptions extends GatewayOptions {
  readonly models: readonly string[];
  readonly probes: readonly ProbeId[];
  readonly reference: string | null;
  readonly budget: number | null;
  readonly isJson: boolean;
  readonly isConfirmed: boolean;
}

/** What the process ends with. */
export const exitCodes = { works: 0, fails: 1, error: 2, budget: 3 } as const;

export const checkUsage = `Usage: gatehouse check --profile NAME | --base-url URL [--model ID …] [options]

Asks models what they can really do, and prints a line for each probe. Nothing is shown; no window is needed.

  --profile NAME    a profile of this computer, such as Sandbox
  --base-url URL    a gateway that is not a profile; nothing of the check is kept
  --key-env NAME    the environment variable that holds the key (default: ${DEFAULT_VARIABLE});
                    a profile’s own key is used unless this names another
  --model ID        a model to check; repeat it for several (default: all of the list)
  --probe ID        a probe; repeat it for several (default: all that apply)
  --reference NAME  a profile that is asked the same, to compare
  --budget N        the most to spend, in credits or dollars as the gateway counts
  --yes             start also where prices are unknown or the limits of the profile ask first
  --json            print a line of JSON for each probe, and a summary last
  --help            print this text
  --version         print the version

Ends with 0 if every probe works or is unclear, 1 if one does not work, 2 for an error, 3 if the budget ended it.`;

const checkFlags = {
  profile: 'text',
  'base-url': 'text',
  'key-env': 'text',
  reference: 'text',
  budget: 'text',
  model: 'texts',
  probe: 'texts',
  yes: 'flag',
  json: 'flag',
} as const;

/** @throws UsageError */
export function readCheckOptions(args: readonly string[]): CheckOptions | 'help' {
  const { values, positionals } = readFlags(args, checkFlags);
  if (values.help === true) return 'help';
  if (positionals.length > 0)
    throw new UsageError(`Unexpected argument “${positionals[0]}”. Name models with --model.`);
  const { profile = null, 'base-url': baseUrl = null, probe: named = [], reference = null } = values;
  if ((profile === null) === (baseUrl === null))
    throw new UsageError('Name either --profile NAME or --base-url URL.');
  const unknown = named.find((id) => !(probeIds as readonly string[]).includes(id));
  if (unknown !== undefined)
    throw new UsageError(
      `--probe: no probe has the name “${unknown}”. Use some of these: ${probeIds.join(', ')}`,
    );
  return {
    profile,
    baseUrl,
    models: values.model ?? [],
    probes: named as ProbeId[],
    reference,
    budget: readBudget(values.budget),
    keyFrom: readKeyName(values['key-env']),
    isKeyNamed: values['key-env'] !== undefined,
    isJson: values.json === true,
    isConfirmed: values.yes === true,
  };
}

/**
 * Runs a check to its end.
 * @returns the exit code
 * @throws AppError, UsageError
 */
export async function runCheckCommand(world: CommandWorld, options: CheckOptions): Promise<number> {
  const ask = asker(world.core);
  const profileId = await openProfile(world, ask, options);
  const referenceProfileId =
    options.reference === null ? null : await profileNamed(ask, options.reference, '--reference');
  const models = await modelsOf(world, ask, profileId, options);
  const scope = {
    profileId,
    models: [...models],
    probes: options.probes.length > 0 ? [...options.probes] : null,
    referenceProfileId,
    budget: options.budget,
  };
  const plan = await ask('checks.plan', scope);
  world.tell(planText(plan));
  const id = randomUUID();
  const ended = follow(world, ask, id, options);
  await ask('checks.start', { id, ...scope, isConfirmed: options.isConfirmed });
  return summarize(world, await ended, (await ask('checks.results', { id })).results, options);
}

/** Those that are named, or all of the list. */
async function modelsOf(
  { tell }: CommandWorld,
  ask: Ask,
  profileId: string,
  { models }: CheckOptions,
): Promise<readonly string[]> {
  try {
    const listed = await readModels(ask, profileId);
    return models.length > 0 ? models : listed;
  } catch (error) {
    // Models may be named that no list has.
    if (models.length === 0) throw error;
    tell('The list of models couldn’t be read, so prices may be unknown.');
    return models;
  }
}

const atLeast = ({ unpriced, calls }: CheckPlan): string =>
  unpriced === 0 ? '' : `, and ${unpriced} of ${calls} requests have no known price`;

function planText(plan: CheckPlan): string {
  const most = plan.bound.length === 0 ? 'an unknown amount' : `at most ${exactCostText(plan.bound)}`;
  return `${plan.total} probes of ${plan.models.length} models: up to ${plan.calls} requests, ${most}${atLeast(plan)}.`;
}

/** Prints each result as it comes; resolves with the check once it has ended. */
function follow(
  { core, print }: CommandWorld,
  ask: Ask,
  id: string,
  { isJson }: CheckOptions,
): Promise<CheckRun> {
  let printing = Promise.resolve();
  return new Promise((resolve, reject) => {
    const printResult = async (result: CheckResult) =>
      print(isJson ? JSON.stringify(await lineOf(ask, result)) : wordsOf(result));
    const stop = core.subscribe((event) => {
      if (event.type === 'check.result' && event.result.checkId === id)
        printing = printing.then(() => printResult(event.result));
      if (event.type !== 'check.changed' || event.check.id !== id || event.check.status === 'running') return;
      stop();
      printing.then(() => resolve(event.check), reject);
    });
  });
}

const costOf = (cost: Cost | null) => costFields(cost, ({ unit, amount }) => fromAmount(amount, unit));

async function lineOf(ask: Ask, result: CheckResult): Promise<Record<string, unknown>> {
  const { model, probe, claimed, note, figures, cost } = result;
  const evidence = await Promise.all(
    result.evidence.map(async (id) => {
      const { step, status, request, answer, error } = await ask('checks.call', { id });
      return { step, status, request, answer, error };
    }),
  );
  return {
    type: 'result',
    model,
    probe,
    result: result.result,
    claimed,
    cost: costOf(cost),
    note,
    figures,
    evidence,
  };
}

const words = { works: 'works   ', fails: 'does not', unclear: 'unclear ' } as const;

const wordsOf = (result: CheckResult): string =>
  `${words[result.result]}  ${result.model}  ${probeFacts[result.probe].label}: ${result.note}`;

function summarize(
  { print }: CommandWorld,
  check: CheckRun,
  results: readonly CheckResult[],
  { isJson }: CheckOptions,
): number {
  const { counts, status, error, spent, hasUnknownCost, calls } = check;
  const contradicted = results.filter(isContradiction).map(({ model, probe }) => ({ model, probe }));
  const code = exitCodeOf(check);
  const cost = costOf(spent);
  const summary = {
    type: 'summary',
    status,
    ...counts,
    calls,
    cost,
    hasUnknownCost,
    contradicted,
    error,
    code,
  };
  if (isJson) print(JSON.stringify(summary));
  else {
    const known = `${counts.works} work, ${counts.fails} do not, ${counts.unclear} are unclear`;
    print(
      `${known}; ${calls} requests, ${exactCostText(spent) ?? 'cost unknown'}.${error === null ? '' : ` ${error.message}`}`,
    );
  }
  return code;
}

function exitCodeOf({ status, error, counts }: CheckRun): number {
  if (error?.code === 'over_budget') return exitCodes.budget;
  if (status !== 'completed') return exitCodes.error;
  return counts.fails > 0 ? exitCodes.fails : exitCodes.works;
}
