import type { LedgerKind, LedgerOutcome } from '../../../shared/money/ledger';
import { type MoneyUnit, units } from '../../../shared/money/money-units';
import { midnight, type Period, type PresetId, periodOf, presets } from '../../lib/periods';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { useAnswer } from '../../state/use-answer';
import { DayField } from '../../ui/day-field';
import { FilterChoice } from '../../ui/filter-choice';
import { useActivityData } from './activity-data';
import { EVERY_PROFILE, select, useActivityView } from './activity-view';
import { kindWords, outcomeWords } from './row-text';

/** The filters of the calls: days, profile, model, kind, outcome. */
export function ActivityFilters() {
  const { model, kind, outcome, profileId } = useActivityView((view) => view.selection);
  const profiles = useCoreState(({ app }) => app?.profiles);
  const models = useCalledModels();
  return (
    <search className="flex min-w-0 flex-1 basis-[min(100%,23rem)] flex-wrap items-center gap-2">
      <Presets />
      <Days />
      <FilterChoice
        label="Profile of the call"
        every="Active profile"
        value={profileId}
        options={[
          [EVERY_PROFILE, 'All profiles'],
          ...(profiles ?? []).map(({ id, name }) => [id, name] as const),
        ]}
        onChange={(profileId) => select({ profileId })}
      />
      <FilterChoice
        label="Model of the call"
        every="All models"
        value={model}
        options={models.map((one) => [one, one])}
        onChange={(model) => select({ model })}
      />
      <FilterChoice
        label="Kind of call"
        every="All kinds"
        value={kind}
        options={Object.entries(kindWords)}
        onChange={(kind) => select({ kind: kind as LedgerKind | undefined })}
      />
      <FilterChoice
        label="Outcome"
        every="All outcomes"
        value={outcome}
        options={Object.entries(outcomeWords)}
        onChange={(outcome) => select({ outcome: outcome as LedgerOutcome | undefined })}
      />
      <Units />
    </search>
  );
}

/** Only where the selection was charged in more than one: credits and dollars are never added. */
function Units() {
  const charged = useActivityData((data) => data.units);
  const unit = useActivityData((data) => data.unit);
  if (charged.length < 2) return null;
  const others = charged.filter((one) => one !== unit);
  return (
    <FilterChoice
      label="Unit"
      every={`In ${units[unit].name}`}
      value={undefined}
      options={others.map((one) => [one, `In ${units[one].name}`])}
      onChange={(next) => select({ unit: next as MoneyUnit | undefined })}
    />
  );
}

function Presets() {
  const period = useActivityView((view) => view.selection.period);
  return (
    <fieldset className="flex flex-none gap-0.5 rounded-control border border-line p-0.5">
      <legend className="sr-only">Days</legend>
      {(Object.entries(presets) as [PresetId, string][]).map(([id, label]) => (
        <button
          key={id}
          type="button"
          aria-pressed={period === id}
          onClick={() => select({ period: id })}
          className="h-[26px] rounded-[6px] px-2 text-muted hover:bg-hover aria-pressed:bg-hover aria-pressed:font-semibold aria-pressed:text-text"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

function Days() {
  const period = useActivityView((view) => view.selection.period);
  const days: Period = typeof period === 'string' ? periodOf(period, Date.now()) : period;
  const change = (changed: Period) => select({ period: { ...days, ...changed } });
  return (
    <>
      <DayField label="From" value={days.from} onChange={(from) => change({ from })} />
      <DayField
        label="To"
        value={days.to}
        onChange={(to) => change({ to: to === undefined ? undefined : midnight(to, 1) - 1 })}
      />
    </>
  );
}

/** Every model that was ever called; loaded again when the balance changes, since there may be one more. */
function useCalledModels(): readonly string[] {
  const last = useCoreState(({ app }) => app?.ledger.lastCall?.model);
  return useAnswer(() => call('ledger.models', {}), [last]).value ?? noModels;
}

const noModels: readonly string[] = [];
