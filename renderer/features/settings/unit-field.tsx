import { useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { type MoneyUnit, moneyUnits, units } from '../../../shared/money-units';
import type { Profile } from '../../../shared/profiles';
import { call } from '../../link/call';
import { ErrorCard } from '../../ui/alert';
import { SelectField } from '../../ui/select-field';

/** What a profile's gateway charges in: known of the kind of gateway, unless the person says otherwise. */
export function UnitField({ profile: { id, connection, money } }: { profile: Profile }) {
  const [error, setError] = useState<AppErrorData | null>(null);
  if (connection === undefined) return null;
  const change = async (unit: MoneyUnit | 'default') => {
    const changed = { ...connection, unit: unit === 'default' ? null : unit };
    const answer = await call('profiles.saveConnection', { id, connection: changed });
    setError(answer.ok ? null : answer.error);
  };
  const usual = connection.unit || money === undefined ? '' : ` (${units[money.unit].name})`;
  return (
    <>
      <SelectField
        label="Currency"
        value={connection.unit ?? 'default'}
        options={{ default: `Default${usual}`, ...headings }}
        onChange={(unit) => void change(unit)}
      />
      {error !== null && <ErrorCard error={error} />}
    </>
  );
}

const headings = Object.fromEntries(moneyUnits.map((unit) => [unit, units[unit].heading])) as Record<
  MoneyUnit,
  string
>;
