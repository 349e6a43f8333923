/** Which probes are columns of the table: all that were asked, or those one wants to compare. */
import { useState } from 'react';
import { type ProbeId, probeFacts } from '../../../shared/checks/probes';
import { Button } from '../../ui/button';
import { Disclosure } from '../../ui/disclosure';

/** What is hidden stays hidden in every section, and comes back with the window. */
export function useColumnChoice(all: readonly ProbeId[]) {
  const [hidden, setHidden] = useState<ReadonlySet<ProbeId>>(new Set());
  const shown = all.filter((probe) => !hidden.has(probe));
  const choose = (probes: readonly ProbeId[], isShown: boolean) => {
    const others = [...hidden].filter((probe) => !probes.includes(probe));
    setHidden(new Set(isShown ? others : [...others, ...probes]));
  };
  return { shown, choose };
}

interface ColumnChoiceProps {
  all: readonly ProbeId[];
  shown: readonly ProbeId[];
  onChange: (probes: readonly ProbeId[], isShown: boolean) => void;
}

export function ColumnChoice({ all, shown, onChange }: ColumnChoiceProps) {
  return (
    <div className="flex-none">
      <Disclosure title="Columns" note={`${shown.length} of ${all.length}`}>
        <div className="flex gap-2">
          <Button onClick={() => onChange(all, true)}>Show all</Button>
          <Button onClick={() => onChange(all, false)}>Hide all</Button>
        </div>
        <ul className="flex max-h-40 flex-wrap gap-x-4 gap-y-1 overflow-y-auto">
          {all.map((probe) => (
            <li key={probe}>
              <label className="flex items-center gap-2">
                <input
                  type="checkbox"
                  checked={shown.includes(probe)}
                  onChange={(event) => onChange([probe], event.target.checked)}
                />
                {probeFacts[probe].label}
              </label>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}
