import type { Capabilities } from '../../../shared/models/models';
import { emptySetup, type Setup } from '../../../shared/run/setup';
import { CreateFields } from '../../media/settings/create-fields';
import { SavingFields } from '../../media/settings/saving-fields';
import { modelsOf } from '../../parts/models/profile-models';
import { RunSettingsFields } from '../../parts/run-settings/run-settings';
import { SettingsPanel } from '../../parts/run-settings/settings-panel';
import { useCoreState } from '../../state/core/core-state';
import { type ColumnView, type CompareView, columnLetter } from '../../state/ui/compares';
import { setExtraText } from '../../state/ui/ui-state';
import { setSettings } from './compare-actions';
import { extraKey } from './extra-key';
import type { ComparisonViewState } from './use-comparison-view';

interface CompareSettingsProps {
  view: CompareView;
  shown: ComparisonViewState;
}

/** The settings of the next round: one set for all columns, or one for each. */
export function CompareSettings({ view, shown }: CompareSettingsProps) {
  const { key, modality, columns, isTied } = view;
  const chosen = isTied ? undefined : columns.find(({ id }) => id === shown.columnId);
  const column = chosen ?? columns[0];
  if (column === undefined) return null;
  const change = (settings: Setup) => setSettings(key, modality, column.id, settings);
  const reset = () => {
    setExtraText(extraKey(column.id), null);
    change(emptySetup(modality));
  };
  return (
    <SettingsPanel onReset={reset}>
      {isTied ? (
        <p className="flex-none px-4 pb-2 text-muted text-sm">For all {columns.length} columns</p>
      ) : (
        <WhichColumn columns={columns} column={column} shown={shown} />
      )}
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 pt-1 pb-5">
        <Fields key={column.id} view={view} column={column} change={change} />
      </div>
    </SettingsPanel>
  );
}

interface WhichColumnProps {
  columns: readonly ColumnView[];
  column: ColumnView;
  shown: ComparisonViewState;
}

function WhichColumn({ columns, column, shown }: WhichColumnProps) {
  return (
    <fieldset className="flex flex-none gap-1 px-4 pb-2">
      <legend className="sr-only">Settings of which column</legend>
      {columns.map(({ id, model }, index) => (
        <label
          key={id}
          title={model ?? undefined}
          className="tab flex flex-1 cursor-default items-center justify-center has-checked:bg-hover has-checked:font-semibold has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="settings-column"
            className="sr-only"
            checked={id === column.id}
            onChange={() => shown.showColumn(id)}
          />
          <span className="sr-only">Column </span>
          {columnLetter(index)}
        </label>
      ))}
    </fieldset>
  );
}

interface FieldsProps {
  view: CompareView;
  column: ColumnView;
  change: (setup: Setup) => void;
}

function Fields({ view: { columns, isTied }, column, change }: FieldsProps) {
  const { setup } = column;
  const activeId = useCoreState(({ app }) => app?.activeProfileId ?? null);
  const differs = (field: 'model' | 'profileId') =>
    isTied && columns.some((other) => other[field] !== column[field]);
  const capabilities = useCapabilitiesOf(isTied ? columns : [column]);
  if (setup.modality === 'chat') {
    return (
      <RunSettingsFields
        chatKey={extraKey(column.id)}
        model={differs('model') ? null : column.model}
        profileId={differs('profileId') ? null : (column.profileId ?? activeId)}
        settings={setup.settings}
        onChange={(settings) => change({ ...setup, settings })}
      />
    );
  }
  const { modality, parameters, extra } = setup;
  return (
    <>
      <CreateFields
        modality={modality}
        capabilities={capabilities}
        parameters={parameters}
        extraKey={extraKey(column.id)}
        extra={Object.keys(extra).length === 0 ? undefined : extra}
        onChange={(changed) =>
          change({ ...setup, ...changed, extra: 'extra' in changed ? (changed.extra ?? {}) : extra })
        }
      />
      <SavingFields />
    </>
  );
}

function useCapabilitiesOf(columns: readonly ColumnView[]): Capabilities | null {
  // Renders again when the active profile's models change; those of others are loaded with their columns.
  useCoreState(({ app }) => app?.catalogue.models);
  return commonCapabilities(
    columns.map(
      ({ model, profileId }) => modelsOf(profileId).find(({ id }) => id === model)?.capabilities ?? null,
    ),
  );
}

/**
 * The shared capabilities of several models, so that one set of settings offers what works for all. Where they share
 * none, the capabilities of any of them are offered; a model that lacks a chosen value keeps its default.
 *
 * @returns `null` where one of them states none, since then anything may work
 */
export function commonCapabilities(all: readonly (Capabilities | null)[]): Capabilities | null {
  const known = all.filter((one) => one !== null);
  const [first] = known;
  if (first === undefined || known.length < all.length) return null;
  const words = (name: 'voices' | 'sizes' | 'resolutions' | 'ratios') => {
    const lists = known.flatMap((one) => one[name] ?? []).filter(unique);
    const common = lists.filter((word) => known.every((one) => one[name]?.includes(word)));
    return common.length > 0 ? common : lists.length > 0 ? lists : undefined;
  };
  return {
    ...first,
    voices: words('voices'),
    sizes: words('sizes'),
    resolutions: words('resolutions'),
    ratios: words('ratios'),
    duration: commonRange(known.flatMap(({ duration }) => duration ?? [])),
  };
}

function commonRange(ranges: readonly { min: number; max: number }[]) {
  if (ranges.length === 0) return undefined;
  const min = Math.max(...ranges.map((range) => range.min));
  const max = Math.min(...ranges.map((range) => range.max));
  if (min <= max) return { min, max };
  return { min: Math.min(...ranges.map((one) => one.min)), max: Math.max(...ranges.map((one) => one.max)) };
}

const unique = (word: string, index: number, all: readonly string[]) => all.indexOf(word) === index;
