/** The user's commands for checks. */
import type { CheckCall, CheckPlan, CheckResult, CheckRun, CheckScope } from '../../../shared/checks/checks';
import { probeIds } from '../../../shared/checks/probes';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { type Money, toAmount } from '../../../shared/money/money';
import type { Ports } from '../ports/ports';
import { type CheckServices, createCheckRunner } from './check-runner';
import { exportCheck } from './export-check';
import { type PlannedCheck, planCheck } from './plan-check';

export type Checks = ReturnType<typeof createChecks>;

export function createChecks(ports: Ports, services: CheckServices) {
  const { checks } = ports.storage;
  const runner = createCheckRunner(ports, services);
  return {
    runner,
    ...createControl(ports, services, runner),
    plan: (input: CheckedInput<'checks.plan'>): CheckPlan => planOf(services, runner, input, 'plan').plan,
    get: runner.find,
    list({ profileId, cursor, limit }: CheckedInput<'checks.list'>) {
      const page = checks.page(profileId, cursor, limit);
      return { ...page, checks: page.checks.map(({ id }) => runner.find(id)) };
    },
    results(id: string) {
      return { results: inOrder(runner.find(id), checks.results(id)) };
    },
    latest: ({ profileId, model }: CheckedInput<'checks.latest'>) => ({
      results: checks.latest(profileId, model),
    }),
    call(id: string): CheckCall {
      const found = checks.call(id);
      if (!found) throw new AppError({ code: 'not_found', message: 'This request no longer exists.' });
      const { key, unit: _unit, ...call } = found;
      return { ...call, recordId: services.inspector.idSentWith(key) };
    },
    export({ id, format }: CheckedInput<'checks.export'>) {
      const check = runner.find(id);
      return exportCheck(
        {
          check,
          results: inOrder(check, checks.results(id)),
          profileName: nameOf(services, check.profileId),
        },
        checks,
        format,
      );
    },
  };
}

/** Of the models and of the table of probes: results come in the order in which they ended. */
function inOrder({ models }: CheckRun, results: readonly CheckResult[]): readonly CheckResult[] {
  const placeOf = ({ model, probe }: CheckResult) =>
    models.indexOf(model) * probeIds.length + probeIds.indexOf(probe);
  return results.toSorted((one, other) => placeOf(one) - placeOf(other));
}

type Runner = ReturnType<typeof createCheckRunner>;

function createControl({ storage, clock }: Ports, services: CheckServices, runner: Runner) {
  const { checks } = storage;
  const { find, announce } = runner;
  /** What the command answers is read with what it changes: a check that runs is none that failed to begin. */
  const change = (id: string, work: () => void): CheckRun =>
    storage.transaction(() => {
      work();
      return find(id);
    });
  return {
    /** Stores a check, once for its id, and starts it. @throws AppError before anything is stored */
    async start(input: CheckedInput<'checks.start'>): Promise<CheckRun> {
      const { id, isConfirmed = false } = input;
      if (checks.get(id)) return find(id);
      const { scope, plan, calls } = planOf(services, runner, input, id);
      if (plan.total === 0) throw nothingToAsk();
      for (const profileId of profilesOf(scope)) await services.profiles.access(profileId);
      // Checked again: a second call with the same id may have arrived while this one waited.
      if (checks.get(id)) return find(id);
      if ((input.budget ?? null) !== null && plan.unpriced > 0 && !isConfirmed) throw unpricedCalls(plan);
      const check = change(id, () => {
        const { bound, unpriced, total } = plan;
        checks.insert({ ...scope, id, bound, unpriced, total, createdAt: clock.now(), isConfirmed });
        services.spending.admitAll(calls, isConfirmed);
      });
      runner.start(id);
      announce(id);
      return check;
    },
    pause(id: string): CheckRun {
      const check = change(id, () => {
        if (find(id).status === 'running') checks.update(id, { status: 'paused', error: null });
      });
      runner.recall(id);
      announce(id);
      return check;
    },
    resume({ id, isConfirmed = false }: CheckedInput<'checks.resume'>): CheckRun {
      if (find(id).status !== 'paused') return find(id);
      const check = change(id, () => {
        if (isConfirmed) checks.confirm(id);
        checks.update(id, { status: 'running', error: null });
      });
      runner.start(id);
      announce(id);
      return check;
    },
    stop(id: string): CheckRun {
      const check = change(id, () => {
        if (['running', 'paused'].includes(find(id).status))
          checks.update(id, { status: 'stopped', error: null, finishedAt: clock.now() });
      });
      void runner.abort(id);
      announce(id);
      return check;
    },
    async remove(id: string): Promise<null> {
      find(id);
      checks.update(id, { status: 'stopped' });
      await runner.abort(id);
      checks.remove(id);
      services.events.emit({ type: 'check.removed', checkId: id });
      return null;
    },
  };
}

type Planned = PlannedCheck & { readonly scope: CheckScope };

function planOf(
  services: CheckServices,
  { recordOf }: Pick<Runner, 'recordOf'>,
  input: CheckedInput<'checks.plan'>,
  seed: string,
): Planned {
  const scope = scopeOf(input, services.profiles.activeId());
  const budget = budgetOf(services, scope, input.budget);
  return { scope, ...planCheck(services.spending, scope, seed, recordOf, budget) };
}

function budgetOf(
  { moneyOf }: CheckServices,
  { profileId }: CheckScope,
  budget: number | null | undefined,
): Money | null {
  const { unit } = moneyOf(profileId);
  const amount = toAmount(budget, unit);
  return amount === null ? null : { unit, amount };
}

const nameOf = ({ profiles }: CheckServices, id: string): string =>
  profiles.all().find((profile) => profile.id === id)?.name ?? id;

const profilesOf = ({ profileId, referenceProfileId }: CheckScope): readonly string[] =>
  referenceProfileId === null ? [profileId] : [profileId, referenceProfileId];

/** A model that is named twice is checked once. */
const scopeOf = (
  { profileId, models, probes, referenceProfileId }: CheckedInput<'checks.plan'>,
  activeId: string,
): CheckScope => ({
  profileId: profileId ?? activeId,
  models: [...new Set(models)],
  probes: probes ?? probeIds,
  referenceProfileId: referenceProfileId ?? null,
});

const nothingToAsk = () =>
  new AppError({
    code: 'invalid_input',
    field: 'probes',
    message: 'None of these probes applies to these models.',
  });

const unpricedCalls = ({ unpriced, calls, bound }: CheckPlan) =>
  new AppError({
    code: 'needs_confirmation',
    message: `The price of ${unpriced} of ${calls} requests is unknown, so the budget can only be compared with what was charged. Confirm it first.`,
    details: { unpriced, calls, bound },
  });
