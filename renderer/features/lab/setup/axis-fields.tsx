import { ChevronDown, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useMemo } from 'react';
import { type Axis, countOfAxes, parseAxisValues } from '../../../../shared/lab/axes';
import { modelsToCompare } from '../../../parts/comparisons/start-of-comparison';
import { useModelsOf } from '../../../parts/models/profile-models';
import { useCoreState } from '../../../state/core/core-state';
import { AddRowButton } from '../../../ui/add-row-button';
import { Button, IconButton } from '../../../ui/button';
import { mainLandmark } from '../../../ui/main-landmark';
import { MenuTrigger } from '../../../ui/menu-trigger';
import { counted } from '../lab-text';
import { axisChoices, axisOf, valuesNamedBy } from './axes-of-draft';
import { setLabDraft, useLabDraft } from './draft-store';
import { type AxisDraft, newKey } from './lab-draft';

const mostAxes = 3;

/** A sweep: up to three settings that are varied together, for each variant. */
export function AxisFields() {
  const axes = useLabDraft((draft) => draft.axes);
  const modality = useLabDraft((draft) => draft.modality);
  const change = (key: string, to: Partial<AxisDraft>) =>
    setLabDraft({ axes: axes.map((one) => (one.key === key ? { ...one, ...to } : one)) });
  const unused = axisChoices(modality).find(
    ({ id }) => id !== 'model' && id !== 'prompt' && !axes.some(({ of }) => of === id),
  );
  const add = () => setLabDraft({ axes: [...axes, { key: newKey(), of: unused?.id ?? 'model', text: '' }] });
  return (
    <section aria-label="Sweep" className="flex flex-col gap-2">
      <h3 className="font-semibold">Sweep</h3>
      <p className="text-muted text-sm">
        Values that are tried in every combination: <code className="font-mono">0..1.5 in 4 steps</code>,{' '}
        <code className="font-mono">1, 2, .., 10</code> or a list with commas.
      </p>
      {axes.map((axis, at) => (
        <AxisRow
          key={axis.key}
          axis={axis}
          name={`Axis ${at + 1}`}
          onChange={(to) => change(axis.key, to)}
          onRemove={() => setLabDraft({ axes: axes.filter(({ key }) => key !== axis.key) })}
        />
      ))}
      {axes.length < mostAxes && (
        <AddRowButton className="self-start" onAdd={add}>
          Add axis
        </AddRowButton>
      )}
    </section>
  );
}

interface AxisRowProps {
  axis: AxisDraft;
  name: string;
  onChange: (to: Partial<AxisDraft>) => void;
  onRemove: () => void;
}

function AxisRow({ axis, name, onChange, onRemove }: AxisRowProps) {
  const modality = useLabDraft((draft) => draft.modality);
  const profileId = useCoreState(({ app }) => app?.activeProfileId ?? '');
  const choices = axisChoices(modality);
  const choice = choices.find(({ id }) => id === axis.of);
  const reading = axis.text.trim() === '' ? null : axisOf(axis, modality, profileId);
  const all = useModelsOf(profileId);
  const offering = useMemo(() => modelsToCompare(all, modality), [all, modality]);
  const models = useMemo(() => offering.map(({ id }) => id), [offering]);
  const variants = useLabDraft((draft) => draft.variants);
  const axes = useLabDraft((draft) => draft.axes);
  const named = useMemo(
    () => valuesNamedBy(offering, { variants, axes }, choice?.capability),
    [offering, variants, axes, choice?.capability],
  );
  const offered = named.length > 0 ? named : (choice?.options ?? []);
  const known = choice?.kind === 'model' ? models : offered;
  const field = {
    'aria-label': 'Values',
    value: axis.text,
    placeholder: choice?.kind === 'model' || named.length > 0 ? examplesOf(known, choice) : choice?.example,
    'aria-invalid': reading?.ok === false,
  };
  return (
    <fieldset className="flex flex-wrap items-start gap-2">
      <legend className="sr-only">{name}</legend>
      <select
        aria-label="Varies"
        className="field w-auto max-w-52"
        value={axis.of}
        onChange={({ target }) => onChange({ of: target.value, text: '' })}
      >
        {choices.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      {choice?.kind === 'texts' ? (
        <textarea
          {...field}
          rows={4}
          className="field min-w-52 flex-1 resize-y font-mono"
          onChange={({ target }) => onChange({ text: target.value })}
        />
      ) : (
        <input
          {...field}
          className="field min-w-52 flex-1 font-mono"
          onChange={({ target }) => onChange({ text: target.value })}
        />
      )}
      <AddValue known={known} text={axis.text} onAdd={(text) => onChange({ text })} />
      <span className={`self-center text-sm ${reading?.ok === false ? 'text-bad' : 'text-muted'}`}>
        {reading === null ? '' : reading.ok ? counted(countOfAxes([reading.axis]), 'value') : reading.mistake}
        {reading?.ok && <Unlisted axis={reading.axis} models={models} />}
      </span>
      <IconButton
        icon={Trash2}
        label={`Remove ${name.toLowerCase()}`}
        className="self-center"
        onClick={onRemove}
      />
    </fieldset>
  );
}

const examplesOf = (known: readonly string[], choice: { readonly example: string } | undefined) =>
  known.length > 0 ? known.slice(0, 2).join(', ') : choice?.example;

interface AddValueProps {
  /** What can be chosen; any other value can be typed. */
  known: readonly string[];
  text: string;
  onAdd: (text: string) => void;
}

/** Chooses one more value, for those who don't know its name. */
function AddValue({ known, text, onAdd }: AddValueProps) {
  const typed = parseAxisValues(text).map(String);
  const left = known.filter((one) => !typed.includes(one));
  if (left.length === 0) return null;
  return (
    <DropdownMenu.Root modal={false}>
      <MenuTrigger as={Button}>
        Add value
        <ChevronDown className="icon" aria-hidden />
      </MenuTrigger>
      <DropdownMenu.Portal container={mainLandmark()}>
        <DropdownMenu.Content tabIndex={0} align="end" sideOffset={4} className="floating min-w-40 p-1">
          {left.map((one) => (
            <DropdownMenu.Item
              key={one}
              className="flex h-8 items-center rounded-control px-3 outline-none data-[highlighted]:bg-hover"
              onSelect={() => onAdd([...typed, one].join(', '))}
            >
              {one}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Models that the gateway does not list: they may exist, and more often a name is mistyped. */
function Unlisted({ axis, models }: { axis: Axis; models: readonly string[] }) {
  if (axis.kind !== 'model' || models.length === 0) return null;
  const unlisted = axis.models.map(({ model }) => model).filter((model) => !models.includes(model));
  if (unlisted.length === 0) return null;
  return <span className="text-warn"> · not in the list of models: {unlisted.join(', ')}</span>;
}
