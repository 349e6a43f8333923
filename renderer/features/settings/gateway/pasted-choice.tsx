import { useState } from 'react';
import type { NamedValue } from '../../../lib/pasted/pasted';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/fields';
import type { Choices } from './fill-from-pasted';

interface PastedChoiceProps {
  choices: Choices;
  onChoose: (address: NamedValue | null, key: NamedValue | null) => void;
  onCancel: () => void;
}

/** Which key of a pasted text is for which address: shown by name, since only the person knows. */
export function PastedChoice({ choices, onChoose, onCancel }: PastedChoiceProps) {
  const { addresses, keys } = choices;
  const [address, setAddress] = useState('0:');
  const [key, setKey] = useState(NO_KEY);
  const choose = () =>
    onChoose(addresses[Number.parseInt(address, 10)] ?? null, keys[Number.parseInt(key, 10)] ?? null);
  return (
    <fieldset className="flex flex-col gap-2 rounded-card border border-line p-3">
      <legend className="px-1 font-medium">Address and key</legend>
      <SelectField label="Address" value={address} options={optionsOf(addresses)} onChange={setAddress} />
      {keys.length > 0 && (
        <SelectField
          label="Key for this address"
          value={key}
          options={{ [NO_KEY]: 'No key', ...namesOf(keys) }}
          onChange={setKey}
        />
      )}
      <div className="flex gap-2">
        <Button tone="primary" onClick={choose}>
          Fill in
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}

const NO_KEY = 'none';

/** Ids that keep their order in an object. */
const idOf = (_: NamedValue, index: number): string => `${index}:`;

const namesOf = (keys: readonly NamedValue[]) =>
  Object.fromEntries(keys.map((one, index) => [idOf(one, index), one.name]));

const optionsOf = (addresses: readonly NamedValue[]) =>
  Object.fromEntries(
    addresses.map((one, index) => [
      idOf(one, index),
      one.value === '' ? one.name : `${one.name}: ${shown(one.value)}`,
    ]),
  );

/** Without what may be a key in front of the host or after the path. */
function shown(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}
