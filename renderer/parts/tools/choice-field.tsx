/** Whether tools must be called, and which of them may be. */
import { type ToolSettings, toolChoices } from '../../../shared/run/tools';
import { SelectField } from '../../ui/fields';

/** One for each of {@link toolChoices}. */
const choiceWords: Readonly<Record<(typeof toolChoices)[number], string>> = {
  auto: 'Auto',
  none: 'None',
  required: 'Required',
};

/** Without the names of tools that are gone. */
export function withKnown(choice: ToolSettings['choice'], names: readonly string[]): ToolSettings['choice'] {
  if (typeof choice !== 'object') return choice;
  if ('name' in choice) return names.includes(choice.name) ? choice : undefined;
  const allowed = choice.allowed.filter((name) => names.includes(name));
  return allowed.length === 0 ? undefined : { ...choice, allowed };
}

interface ChoiceFieldProps {
  names: readonly string[];
  value: ToolSettings['choice'];
  onChange: (value: ToolSettings['choice']) => void;
}

export function ChoiceField({ names, value, onChange }: ChoiceFieldProps) {
  const known = names.filter(Boolean);
  const allowed = typeof value === 'object' && 'allowed' in value ? value : null;
  const change = (text: string) => onChange(choiceOf(text, known));
  const options: Record<string, string> = {
    '': 'Model default',
    ...choiceWords,
    ...(known.length > 1 && allowedWords),
    ...Object.fromEntries(known.map((name) => [`only ${name}`, name])),
  };
  return (
    <>
      <SelectField label="Tool choice" value={shownChoice(value)} options={options} onChange={change} />
      {allowed !== null && (
        <fieldset className="flex flex-col gap-1">
          <legend className="text-muted text-sm">Allowed tools</legend>
          {known.map((name) => (
            <label key={name} className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={allowed.allowed.includes(name)}
                // None at all is the choice “None”.
                disabled={allowed.allowed.length === 1 && allowed.allowed.includes(name)}
                onChange={({ target }) =>
                  onChange({
                    ...allowed,
                    allowed: known.filter((one) =>
                      one === name ? target.checked : allowed.allowed.includes(one),
                    ),
                  })
                }
              />
              <span className="min-w-0 truncate font-mono text-sm">{name}</span>
            </label>
          ))}
          <label className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={allowed.mode === 'required'}
              onChange={({ target }) => onChange({ ...allowed, mode: target.checked ? 'required' : 'auto' })}
            />
            A call is required
          </label>
        </fieldset>
      )}
    </>
  );
}

/** All stay defined, and a cached prompt with them. */
const allowedWords = { some: 'Some tools' };

function shownChoice(value: ToolSettings['choice']): string {
  if (typeof value !== 'object') return value ?? '';
  return 'name' in value ? `only ${value.name}` : 'some';
}

function choiceOf(text: string, names: readonly string[]): ToolSettings['choice'] {
  if (text.startsWith('only ')) return { name: text.slice('only '.length) };
  if (text === 'some') return { allowed: names, mode: 'auto' };
  return toolChoices.find((one) => one === text);
}
