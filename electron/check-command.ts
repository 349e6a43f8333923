/** `gatehouse check`: checks models without a window and prints a line for each probe. */
import { randomUUID } from 'node:crypto';
import { type CheckPlan, type CheckResult, type CheckRun, isContradiction } from '../shared/checks/checks';
import { type ProbeId, probeFacts, probeIds } from '../shared/checks/probes';
import { AppError } from '../shared/errors';
import { type Cost, costFields, exactCostText, isPaid, onlyMoney } from '../shared/money/cost';
import { figureAtMost } from '../shared/money/estimate';
import { fromAmount } from '../shared/money/money';
import { jsonLine } from '../shared/text/json-line';
import { type DiskWorld, givenUp, watchDisk } from './command-disk';
import { readFlags } from './command-flags';
import type { Interrupts } from './command-interrupts';
import {
  type Ask,
  asker,
  type CommandWorld,
  type GatewayOptions,
  openProfile,
  profileNamed,
  readBudget,
  readKeyName,
  readModels,
  UsageError,
} from './command-line';
import { shownLine } from './command-output';

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

export interface CheckWorld extends CommandWorld, Partial<Pick<DiskWorld, 'onLog' | 'isAttended' | 'after'>> {
  /** None where nobody can end it early. */
  readonly interrupts?: Pick<Interrupts, 'first'>;
}

/**
 * Runs a check to its end.
 * @returns the exit code
 * @throws AppError, UsageError
 */
export async function runCheckCommand(world: CheckWorld, options: CheckOptions): Promise<number> {
  const ask = asker(world.core);
  const preparing = prepare(world, ask, options);
  // A gateway may never answer when it is asked for its models.
  preparing.catch(() => undefined);
  const interrupted = world.interrupts?.first ?? new Promise<never>(() => undefined);
  const prepared = await Promise.race([preparing, interrupted]);
  if (typeof prepared === 'string') {
    world.tell('Nothing was sent.');
    return exitCodes.error;
  }
  const { scope, plan } = prepared;
  const id = randomUUID();
  const ended = follow(world, ask, id, options);
  await ask('checks.start', { id, ...scope, isConfirmed: options.isConfirmed });
  const check = await ended;
  const { results } = await ask('checks.results', { id });
  const code = summarize(world, check, results, await unansweredIn(ask, results), options);
  // A limit of the profile pauses it instead, and no budget lifts that.
  const isBudget = code === exitCodes.budget && check.status === 'stopped' && options.budget !== null;
  const enough = isBudget ? enoughFor(plan) : null;
  if (enough !== null) world.tell(`For the whole check, --budget ${enough} is enough.`);
  return code;
}

async function prepare(world: CheckWorld, ask: Ask, options: CheckOptions) {
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
  return { scope, plan };
}

/** `null` where nobody knows. */
function enoughFor({ full, unpriced }: CheckPlan): string | null {
  const money = unpriced > 0 ? null : onlyMoney(full);
  return money && figureAtMost(fromAmount(money.amount, money.unit));
}

/** Those that are named, or all of the list. */
async function modelsOf(
  { tell }: CommandWorld,
  ask: Ask,
  profileId: string,
  { models: named }: CheckOptions,
): Promise<readonly string[]> {
  const { models: listed, error, unread } = await readModels(ask, profileId);
  if (error !== null && (named.length > 0 || listed.length > 0))
    tell(`The list of models couldn’t be read, so prices may be unknown: ${error.message}`);
  // Models may be named that no list has.
  if (named.length > 0) return named;
  if (unread !== null)
    tell(
      `The list of models may be incomplete: ${unread.message}\nTo check one it lacks, name it with --model.`,
    );
  if (listed.length > 0) return listed;
  if (error === null) throw new UsageError('The gateway lists no models. Name one with --model.');
  const message = `The list of models couldn’t be read: ${error.message}\nTo check one that you know, name it with --model.`;
  throw new AppError({ ...error, code: error.code as 'internal', message });
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

function planText({ bound, full, unpriced, calls, total, models }: CheckPlan): string {
  const [budgeted, whole] = [exactCostText(bound), exactCostText(full)];
  const beyond = budgeted === whole || full.length === 0 ? '' : ` (${whole} without the budget)`;
  const most = bound.length === 0 ? 'an unknown amount' : `at most ${budgeted}${beyond}`;
  const atLeast =
    unpriced === 0 ? '' : `, and the price of ${unpriced} of ${counted(calls, 'request')} is unknown`;
  return `${counted(total, 'probe')} of ${counted(models.length, 'model')}: up to ${counted(calls, 'request')}, ${most}${atLeast}.`;
}

/** Prints each result as it comes; resolves with the check once it has ended. */
function follow(
  { core, print, tell, interrupts, ...disk }: CheckWorld,
  ask: Ask,
  id: string,
  { isJson }: CheckOptions,
): Promise<CheckRun> {
  let printing = Promise.resolve();
  // A check that is stopped says so at once, and again when its last request has ended.
  let announced = 0;
  let awaited = 1;
  const watch = watchDisk({ core, tell, isAttended: false, ...disk });
  return new Promise((resolve, reject) => {
    void watch.isGivenUp.then((error) => reject(givenUp(error)));
    const printResult = async (result: CheckResult) =>
      print(isJson ? jsonLine(await lineOf(ask, result)) : wordsOf(result));
    const stop = core.subscribe((event) => {
      if (event.type === 'check.result' && event.result.checkId === id)
        printing = printing.then(() => {
          watch.noteSaved();
          return printResult(event.result);
        });
      if (event.type !== 'check.changed' || event.check.id !== id || event.check.status === 'running') return;
      announced += 1;
      if (announced < awaited) return;
      stop();
      watch.stop();
      printing.then(() => resolve(event.check), reject);
    });
    void interrupts?.first.then(() => {
      tell('Stopping: nothing more is sent, and requests that run are cut off.');
      awaited = 2;
      ask('checks.stop', { id }).catch(reject);
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
  const found = { result: result.result, claimed, cost: costOf(cost), note, figures, evidence };
  return { type: 'result', model, probe, ...found };
}

const words = { works: 'works   ', fails: 'does not', unclear: 'unclear ' } as const;

const wordsOf = (result: CheckResult): string =>
  `${words[result.result]}  ${shownLine(`${result.model}  ${probeFacts[result.probe].label}: ${result.note}`)}`;

/** The models of which nothing is known, since their gateway refused or never answered what they were asked. */
async function unansweredIn(ask: Ask, results: readonly CheckResult[]): Promise<readonly string[]> {
  const judged = new Set(results.filter(({ result }) => result !== 'unclear').map(({ model }) => model));
  const unanswered = new Set<string>();
  for (const { model, evidence } of results) {
    if (judged.has(model) || unanswered.has(model)) continue;
    for (const id of evidence) {
      const { status } = await ask('checks.call', { id });
      if (status === 'refused' || status === 'unknown') unanswered.add(model);
    }
  }
  return [...unanswered];
}

function summarize(
  { print }: CommandWorld,
  check: CheckRun,
  results: readonly CheckResult[],
  unanswered: readonly string[],
  { isJson }: CheckOptions,
): number {
  const { counts, status, error, spent, hasUnknownCost, calls } = check;
  const contradicted = results.filter(isContradiction).map(({ model, probe }) => ({ model, probe }));
  const code = exitCodeOf(check, unanswered);
  const cost = costOf(spent);
  const found = { ...counts, calls, cost, hasUnknownCost, contradicted, unanswered };
  if (isJson) print(jsonLine({ type: 'summary', status, ...found, error, code }));
  else print(shownLine(summaryText(check, unanswered)));
  return code;
}

function summaryText(
  { counts, status, error, spent, hasUnknownCost, calls }: CheckRun,
  unanswered: readonly string[],
): string {
  const known = `${counts.works} work, ${counts.fails} do not, ${counts.unclear} are unclear`;
  const cost = exactCostText(spent) ?? 'cost unknown';
  const money = !hasUnknownCost ? cost : isPaid(spent) ? `${cost} and what is unknown` : 'cost unknown';
  const notes = [
    unanswered.length === 0 ? '' : `No answer from ${unanswered.join(', ')}, so nothing is known of it.`,
    error?.message ?? (status === 'stopped' ? 'Stopped before its end.' : ''),
  ];
  const note = notes.filter((one) => one !== '').join(' ');
  return `${known}; ${counted(calls, 'request')}, ${money}.${note === '' ? '' : ` ${note}`}`;
}

function exitCodeOf({ status, error, counts }: CheckRun, unanswered: readonly string[]): number {
  if (error?.code === 'over_budget') return exitCodes.budget;
  if (status !== 'completed' || unanswered.length > 0) return exitCodes.error;
  return counts.fails > 0 ? exitCodes.fails : exitCodes.works;
}
