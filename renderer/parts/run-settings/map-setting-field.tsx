import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { MapSetting } from '../../../shared/run/chat-settings';
import { Button, IconButton } from '../../ui/button';
import { FieldHead } from '../../ui/field-head';
import { type MapValue, TokenBias } from './token-bias';

interface MapSettingFieldProps {
  setting: MapSetting;
  value: MapValue | undefined;
  onChange: (value: MapValue | undefined) => void;
}

/** Names with a value each. */
export function MapSettingField({ setting, value, onChange }: MapSettingFieldProps) {
  const id = useId();
  const [emptied, setEmptied] = useState(0);
  const change = (next: MapValue) => onChange(Object.keys(next).length === 0 ? undefined : next);
  const reset = () => {
    setEmptied(emptied + 1);
    onChange(undefined);
  };
  const { label, help } = setting;
  return (
    <div>
      <FieldHead htmlFor={id} label={label} onReset={value === undefined ? undefined : reset} />
      {setting.of === 'tokens' ? (
        <TokenBias key={emptied} id={id} setting={setting} value={value ?? {}} onChange={change} />
      ) : (
        <Words key={emptied} id={id} setting={setting} value={value ?? {}} onChange={change} />
      )}
      <p id={`${id}-help`} className="text-muted text-sm">
        {help}
      </p>
    </div>
  );
}

interface WordsProps {
  id: string;
  setting: MapSetting & { readonly of: 'words' };
  value: MapValue;
  onChange: (value: MapValue) => void;
}

/** A name and a value are typed on one line and added; what was added can be changed or removed. */
function Words({ id, setting: { label, most, maxName, maxValue }, value, onChange }: WordsProps) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const isFull = Object.keys(value).length >= most && !Object.hasOwn(value, name.trim());
  const add = () => {
    if (name.trim() === '' || isFull) return;
    onChange({ ...value, [name.trim()]: text });
    setName('');
    setText('');
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
    document.getElementById(id)?.focus();
  };
  const remove = (gone: string) =>
    onChange(Object.fromEntries(Object.entries(value).filter(([one]) => one !== gone)));
  return (
    <div className="flex flex-col gap-1">
      {Object.entries(value).map(([one, held]) => (
        <div key={one} className="flex items-center gap-1">
          <span className="w-2/5 truncate font-mono text-sm" title={one}>
            {one}
          </span>
          <input
            aria-label={`${label}: ${one}`}
            className="field min-w-0 flex-1"
            maxLength={maxValue}
            value={held}
            onChange={(event) => onChange({ ...value, [one]: event.target.value })}
          />
          <IconButton icon={X} label={`Remove ${one}`} onClick={() => remove(one)} />
        </div>
      ))}
      <div className="flex items-center gap-1">
        <input
          id={id}
          aria-describedby={`${id}-help`}
          className="field min-w-0 flex-1"
          placeholder="Name"
          maxLength={maxName}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <input
          aria-label={`${label}: new value`}
          className="field min-w-0 flex-1"
          placeholder="Value"
          maxLength={maxValue}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button onClick={add} disabled={name.trim() === '' || isFull}>
          <Plus className="icon" aria-hidden />
          <span className="sr-only">Add to {label}</span>
        </Button>
      </div>
      {isFull && <p className="text-bad text-sm">At most {most} are sent</p>}
    </div>
  );
}
