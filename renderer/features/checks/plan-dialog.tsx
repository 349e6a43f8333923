import { useId, useMemo, useState } from 'react';
import { type CheckPlan, checkLimits } from '../../../shared/checks/checks';
import type { ProbeKind } from '../../../shared/checks/probes';
import type { CommandInput } from '../../../shared/contract';
import type { AppErrorData } from '../../../shared/errors';
import type { Model } from '../../../shared/models/models';
import { counted } from '../../lib/counted';
import { call } from '../../link/call';
import { useModelsOf } from '../../parts/models/profile-models';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { createIntents } from '../../state/idempotent-ask';
import { closeChecks, type ModelsToCheck, openChecks } from '../../state/ui/checks-view';
import { type Answer, useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Disclosure } from '../../ui/disclosure';
import { boundText, kindLabels, probeKinds, probesOf } from './check-text';

interface PlanDialogProps {
  profileId: string;
  /** Chosen to begin with. */
  models: ModelsToCheck;
}

/** One id for each check that is asked for, so that a second press starts no second one. */
const intents = createIntents();

/** Says what a check asks and costs, and starts it; nothing is sent before that. */
export function CheckPlanDialog({ profileId, models: first }: PlanDialogProps) {
  const [chosen, setModels] = useState<ModelsToCheck>(first);
  const [kinds, setKinds] = useState<readonly ProbeKind[]>(probeKinds);
  const [referenceId, setReferenceId] = useState<string | null>(null);
  const [budget, setBudget] = useState('');
  const known = useModelsOf(profileId);
  const models = useMemo(
    () => (chosen === 'all' ? known.slice(0, checkLimits.models).map(({ id }) => id) : chosen),
    [chosen, known],
  );
  const scope = useMemo(
    () => scopeOf({ profileId, models, kinds, referenceId, budget }),
    [profileId, models, kinds, referenceId, budget],
  );
  const plan = useAnswer(scope === null ? null : () => call('checks.plan', scope), [scope], {
    delayMs: 120,
  });
  const { start, error, isStarting } = useStart(scope);
  const canStart = scope !== null && plan.isCurrent && plan.error === null && !isStarting;
  return (
    <Dialog title={first.length === 1 ? 'Check model' : 'Check models'} size="form" onClose={closeChecks}>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto">
        <p className="text-muted">
          Small requests show what a model really does. Nothing is sent before Start.
        </p>
        <ModelChoice known={known} chosen={models} onChange={setModels} />
        <KindChoice kinds={kinds} onChange={setKinds} />
        <ReferenceChoice profileId={profileId} value={referenceId} onChange={setReferenceId} />
        <BudgetField value={budget} onChange={setBudget} />
        {plan.value !== null && <ByModel plan={plan.value} />}
        {error !== null && <ErrorCard error={error} />}
      </div>
      <div className="mt-3 flex flex-none flex-wrap items-end justify-end gap-2">
        <div className="min-w-48 flex-1">
          <PlanFacts plan={plan} isEmpty={scope === null} />
        </div>
        <Button onClick={() => openChecks(profileId)}>Results so far</Button>
        <Button onClick={closeChecks}>Cancel</Button>
        <Button tone="primary" aria-disabled={!canStart} onClick={() => canStart && void start()}>
          Start
        </Button>
      </div>
    </Dialog>
  );
}

type Scope = CommandInput<'checks.plan'>;

interface Choices {
  readonly profileId: string;
  readonly models: readonly string[];
  readonly kinds: readonly ProbeKind[];
  readonly referenceId: string | null;
  /** As typed; empty for none. */
  readonly budget: string;
}

/** `null` where there is nothing to ask yet. */
function scopeOf({ profileId, models, kinds, referenceId, budget }: Choices): Scope | null {
  const most = Number(budget);
  if (models.length === 0 || kinds.length === 0 || !Number.isFinite(most) || most < 0) return null;
  return {
    profileId,
    models: [...models],
    probes: kinds.flatMap((kind) => [...probesOf(kind)]),
    referenceProfileId: referenceId,
    budget: budget.trim() === '' ? null : most,
  };
}

function useStart(scope: Scope | null) {
  const [error, setError] = useState<AppErrorData | null>(null);
  const [isStarting, setStarting] = useState(false);
  const start = async () => {
    if (scope === null) return;
    setStarting(true);
    const answer = await intents.ask(JSON.stringify(scope), (id, isConfirmed) =>
      call('checks.start', { ...scope, id, isConfirmed }),
    );
    setStarting(false);
    if (answer === null) return;
    if (!answer.ok) return setError(answer.error);
    announce('Check started');
    openChecks(answer.value.profileId, scope.models[0]);
  };
  return { start, error, isStarting };
}

const shownAtMost = 200;

interface ModelChoiceProps {
  known: readonly Model[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

function ModelChoice({ known, chosen, onChange }: ModelChoiceProps) {
  const [text, setText] = useState('');
  const ids = useMemo(() => [...new Set([...chosen, ...known.map(({ id }) => id)])], [chosen, known]);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = ids.filter((id) => words.every((word) => id.toLowerCase().includes(word)));
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const left = found.length - shownAtMost;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-semibold">
        Models ({chosen.length} of {ids.length})
      </legend>
      <div className="flex flex-wrap gap-2">
        <input
          type="search"
          aria-label="Search models to check"
          placeholder="Search models"
          maxLength={300}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="field h-8 min-w-40 flex-1"
        />
        <Button onClick={() => onChange([...new Set([...chosen, ...found])])}>Choose all</Button>
        <Button onClick={() => onChange(chosen.filter((id) => !found.includes(id)))}>Choose none</Button>
      </div>
      <ul className="max-h-44 overflow-y-auto rounded-control border border-line p-1">
        {found.slice(0, shownAtMost).map((id) => (
          <li key={id}>
            <Tick label={id} isOn={chosen.includes(id)} onToggle={() => toggle(id)} />
          </li>
        ))}
        {left > 0 && <li className="px-2 text-muted">{left} more: search for them</li>}
        {found.length === 0 && <li className="px-2 text-muted">No matching models</li>}
      </ul>
    </fieldset>
  );
}

function Tick({ label, isOn, onToggle }: { label: string; isOn: boolean; onToggle: () => void }) {
  return (
    <label className="flex items-start gap-2 rounded-control px-2 py-1 hover:bg-hover">
      <input type="checkbox" checked={isOn} onChange={onToggle} className="mt-0.5 flex-none" />
      <bdi className="min-w-0 [overflow-wrap:anywhere]">{label}</bdi>
    </label>
  );
}

const kindHelp: Readonly<Record<ProbeKind, string>> = {
  ability: 'tools, JSON, images, context and more',
  identity: 'whether it is the model that was asked for',
  speed: 'alone and under 2, 4 and 8 streams',
};

interface KindChoiceProps {
  kinds: readonly ProbeKind[];
  onChange: (kinds: readonly ProbeKind[]) => void;
}

function KindChoice({ kinds, onChange }: KindChoiceProps) {
  const toggle = (kind: ProbeKind) =>
    onChange(probeKinds.filter((one) => (one === kind) !== kinds.includes(one)));
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Probes</legend>
      {probeKinds.map((kind) => (
        <Tick
          key={kind}
          label={`${kindLabels[kind]}: ${kindHelp[kind]}`}
          isOn={kinds.includes(kind)}
          onToggle={() => toggle(kind)}
        />
      ))}
    </fieldset>
  );
}

interface ReferenceChoiceProps {
  profileId: string;
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Only where there is another profile. */
function ReferenceChoice({ profileId, value, onChange }: ReferenceChoiceProps) {
  const id = useId();
  const profiles = useCoreState(({ app }) => app?.profiles);
  const others = profiles?.filter((profile) => profile.id !== profileId) ?? [];
  if (others.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id}>Reference profile</label>
      <select
        id={id}
        className="field h-8 w-auto max-w-64 py-0"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
      >
        <option value="">None</option>
        {others.map((profile) => (
          <option key={profile.id} value={profile.id}>
            {profile.name}
          </option>
        ))}
      </select>
      <span className="text-muted text-sm">
        One you trust: it is asked the same questions, and is paid too
      </span>
    </div>
  );
}

function BudgetField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id}>Budget</label>
      <input
        id={id}
        inputMode="decimal"
        maxLength={12}
        placeholder="None"
        aria-describedby={`${id}-help`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="field h-8 w-[calc(7rem*var(--text-scale))]"
      />
      <span id={`${id}-help`} className="text-muted text-sm">
        The most to spend, in the currency of the profile
      </span>
    </div>
  );
}

/** Beside the buttons, so that the price is in view wherever one can press Start. */
function PlanFacts({ plan, isEmpty }: { plan: Answer<CheckPlan>; isEmpty: boolean }) {
  if (isEmpty) return <p role="status">Choose at least one model and one group of probes.</p>;
  if (plan.error !== null) return <ErrorCard error={plan.error} title="Can’t check this" />;
  if (plan.value === null) return <p role="status">Counting…</p>;
  const { calls, total, models } = plan.value;
  return (
    <section aria-label="What is asked" aria-busy={!plan.isCurrent}>
      <p role="status">
        <strong>{boundText(plan.value)}</strong>
        <br />
        {counted(total, 'probe')} of {counted(models.length, 'model')}, at most {counted(calls, 'request')}
      </p>
    </section>
  );
}

function ByModel({ plan: { models } }: { plan: CheckPlan }) {
  return (
    <Disclosure title="By model" note="Probes, requests, price">
      <ul className="flex max-h-44 flex-col gap-1 overflow-y-auto">
        {models.map((one) => (
          <li key={one.model} className="[overflow-wrap:anywhere]">
            <bdi>{one.model}</bdi>: {counted(one.probes.length, 'probe')}, {counted(one.calls, 'request')} ·{' '}
            <span className="text-muted">{boundText(one)}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
