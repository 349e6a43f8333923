import { Trash2 } from 'lucide-react';
import { assertionTypes, isJudged, isMeasured, takesTransform } from '../../../../shared/assertions/types';
import { AddRowButton } from '../../../ui/add-row-button';
import { IconButton } from '../../../ui/button';
import { TextField } from '../../../ui/fields';
import { JudgeFields } from './judge-fields';
import { type AssertionDraft, type ExpectedDraft, newAssertion } from './lab-draft';
import { TransformButton, TransformFields } from './transform-fields';

interface AssertionsEditorProps {
  expected: ExpectedDraft;
  /** Whether the judge is asked anything. */
  hasJudge: boolean;
  onChange: (change: Partial<ExpectedDraft>) => void;
}

/** Assertions, who judges them, and the score that passes. */
export function AssertionsEditor({ expected, hasJudge, onChange }: AssertionsEditorProps) {
  const { assertions, threshold, judge } = expected;
  const change = (key: string, to: Partial<AssertionDraft>) =>
    onChange({ assertions: assertions.map((one) => (one.key === key ? changed(one, to) : one)) });
  return (
    <>
      {assertions.map((assertion, at) => (
        <AssertionRow
          key={assertion.key}
          assertion={assertion}
          name={`Assertion ${at + 1}`}
          onChange={(to) => change(assertion.key, to)}
          onRemove={() => onChange({ assertions: assertions.filter(({ key }) => key !== assertion.key) })}
        />
      ))}
      {hasJudge && <JudgeFields judge={judge} onChoose={(to) => onChange({ judge: to })} />}
      <div className="flex flex-wrap items-end gap-4">
        <AddRowButton onAdd={() => onChange({ assertions: [...assertions, newAssertion()] })}>
          Add assertion
        </AddRowButton>
        <TextField
          label="Passing score"
          className="w-52"
          inputMode="decimal"
          value={threshold}
          placeholder="All must hold"
          onChange={({ target }) => onChange({ threshold: target.value })}
        />
      </div>
    </>
  );
}

/** What is changed here is no longer what the file had. */
const changed = ({ kept: _kept, ...one }: AssertionDraft, to: Partial<AssertionDraft>): AssertionDraft => ({
  ...one,
  ...to,
});

interface AssertionRowProps {
  assertion: AssertionDraft;
  name: string;
  onChange: (to: Partial<AssertionDraft>) => void;
  onRemove: () => void;
}

function AssertionRow({ assertion, name, onChange, onRemove }: AssertionRowProps) {
  const { type, isNot, value, threshold, weight, model, transforms } = assertion;
  const setTransforms = (to: readonly string[]) => onChange({ transforms: to });
  const called = name.toLowerCase();
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{name}</legend>
      <label className="flex items-center gap-1 text-muted">
        <input
          type="checkbox"
          checked={isNot}
          onChange={({ target }) => onChange({ isNot: target.checked })}
        />
        not
      </label>
      <select
        aria-label="Type"
        className="field w-auto max-w-52"
        value={type}
        onChange={({ target }) => onChange({ type: target.value })}
      >
        {assertionTypes.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <input
        aria-label="Value"
        className="field min-w-36 flex-1 font-mono"
        value={value}
        placeholder="Value, with {{variables}}"
        onChange={({ target }) => onChange({ value: target.value })}
      />
      {isJudged(type) && (
        <input
          aria-label={isMeasured(type) ? 'Model for vectors' : 'Judge model'}
          className="field w-40"
          value={model}
          placeholder={isMeasured(type) ? 'Model for vectors' : 'Another judge'}
          onChange={({ target }) => onChange({ model: target.value })}
        />
      )}
      <DecimalField
        label="Threshold"
        width="w-[calc(6rem*var(--text-scale))]"
        value={threshold}
        onChange={(to) => onChange({ threshold: to })}
      />
      <DecimalField
        label="Weight"
        width="w-[calc(5rem*var(--text-scale))]"
        value={weight}
        onChange={(to) => onChange({ weight: to })}
      />
      {transforms.length === 0 && takesTransform(type) && (
        <TransformButton name={called} onChange={setTransforms} />
      )}
      <IconButton icon={Trash2} label={`Remove ${called}`} onClick={onRemove} />
      {takesTransform(type) && (
        <TransformFields name={called} transforms={transforms} onChange={setTransforms} />
      )}
    </fieldset>
  );
}

interface DecimalFieldProps {
  label: string;
  width: string;
  value: string;
  onChange: (to: string) => void;
}

const DecimalField = ({ label, width, value, onChange }: DecimalFieldProps) => (
  <input
    aria-label={label}
    inputMode="decimal"
    className={`field ${width}`}
    value={value}
    placeholder={label}
    onChange={({ target }) => onChange(target.value)}
  />
);
