/** What answers a tool: results to pick from, and rules by which one is given without a person. */
import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { type AutomaticAnswer, type ToolMock, toolLimits } from '../../../shared/run/tools';
import { AddRowButton } from '../../ui/add-row-button';
import { IconButton } from '../../ui/button';
import { SelectField, TextField } from '../../ui/fields';
import { NumberField } from '../../ui/number-field';

const replaced = <Item,>(all: readonly Item[], at: number, item: Item | null): readonly Item[] =>
  all.flatMap((one, index) => (index === at ? (item ?? []) : [one])) as readonly Item[];

interface MocksProps {
  value: readonly ToolMock[];
  onChange: (value: readonly ToolMock[]) => void;
}

export function Mocks({ value, onChange }: MocksProps) {
  return (
    <section aria-label="Saved results" className="flex flex-col gap-2">
      <h3 className="text-muted">Saved results</h3>
      {value.map(({ name, content }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity but their place.
        <div key={at} className="flex flex-col gap-1 rounded-card border border-line p-2">
          <div className="flex items-end gap-2">
            <TextField
              className="flex-1"
              label="Name of the result"
              value={name}
              maxLength={toolLimits.nameCharacters}
              onChange={({ target }) => onChange(replaced(value, at, { name: target.value, content }))}
            />
            <IconButton
              icon={Trash2}
              label={`Remove ${name}`}
              onClick={() => onChange(replaced(value, at, null))}
            />
          </div>
          <Content
            label="Content"
            text={content}
            onType={(text) => onChange(replaced(value, at, { name, content: text }))}
          />
        </div>
      ))}
      {value.length < toolLimits.mocks && (
        <AddRowButton
          className="self-start"
          onAdd={() => onChange([...value, { name: `Result ${value.length + 1}`, content: '' }])}
        >
          Add result
        </AddRowButton>
      )}
    </section>
  );
}

interface RulesProps {
  value: readonly AutomaticAnswer[];
  onChange: (value: readonly AutomaticAnswer[]) => void;
}

const kinds = { result: 'Result', error: 'Error', function: 'JavaScript function' } as const;

const contentLabels = {
  result: 'Result, such as {{args.city}}',
  error: 'Error message',
  function: 'Function body: return … from args',
} as const;

export function Rules({ value, onChange }: RulesProps) {
  return (
    <section aria-label="Automatic results" className="flex flex-col gap-2">
      <h3 className="text-muted">Automatic results</h3>
      <p className="text-muted text-sm">
        The first rule that applies answers a call; without one, the default result does. A function runs
        without network and clock.
      </p>
      {value.map((rule, at) => (
        <Rule
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity but their place.
          key={at}
          place={at + 1}
          rule={rule}
          onChange={(next) => onChange(replaced(value, at, next))}
        />
      ))}
      {value.length < toolLimits.rules && (
        <AddRowButton
          className="self-start"
          onAdd={() => onChange([...value, { kind: 'result', content: '' }])}
        >
          Add rule
        </AddRowButton>
      )}
    </section>
  );
}

interface RuleProps {
  place: number;
  rule: AutomaticAnswer;
  onChange: (rule: AutomaticAnswer | null) => void;
}

function Rule({ place, rule, onChange }: RuleProps) {
  const { when, kind, content, delayMs } = rule;
  const { argument = '', is = '' } = when ?? {};
  const condition = (next: { argument: string; is: string }) =>
    onChange({ ...rule, when: next.argument.trim() === '' ? undefined : next });
  return (
    <fieldset className="flex flex-col gap-2 rounded-card border border-line p-2">
      <legend className="px-1 text-muted text-sm">Rule {place}</legend>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          className="min-w-32 flex-1"
          label="When argument"
          placeholder="Any call"
          value={argument}
          onChange={({ target }) => condition({ argument: target.value, is })}
        />
        <TextField
          className="min-w-32 flex-1"
          label="Equals"
          value={is}
          disabled={argument === ''}
          onChange={({ target }) => condition({ argument, is: target.value })}
        />
        <IconButton icon={Trash2} label={`Remove rule ${place}`} onClick={() => onChange(null)} />
      </div>
      <SelectField
        label="Give"
        value={kind}
        options={kinds}
        onChange={(next) => onChange({ ...rule, kind: next })}
      />
      <Content
        label={contentLabels[kind]}
        text={content}
        onType={(text) => onChange({ ...rule, content: text })}
      />
      <NumberField
        label="Delay (ms)"
        placeholder="None"
        min={0}
        max={toolLimits.delayMs}
        whole
        value={delayMs}
        onChange={(next) => onChange({ ...rule, delayMs: next })}
      />
    </fieldset>
  );
}

interface ContentProps {
  label: string;
  text: string;
  onType: (text: string) => void;
}

function Content({ label, text, onType }: ContentProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        spellCheck={false}
        value={text}
        maxLength={toolLimits.answerCharacters}
        onChange={({ target }) => onType(target.value)}
        className="field w-full resize-y font-mono text-sm"
      />
    </div>
  );
}
