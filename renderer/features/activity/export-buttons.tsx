import { Download } from 'lucide-react';
import { useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { dayOf } from '../../lib/periods';
import { saveText } from '../../lib/save-text';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import type { LedgerFilter } from './activity-view';

const types = { csv: 'text/csv', json: 'application/json' } as const;

/** The whole selection as a file. */
export function ExportButtons({ filter }: { filter: LedgerFilter }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppErrorData | null>(null);
  const save = async (format: 'csv' | 'json') => {
    if (busy) return;
    setBusy(true);
    const answer = await call('ledger.export', { filter, format });
    setBusy(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    const { text, rows } = answer.value;
    saveText(text, `gatehouse-activity-${dayOf(Date.now())}.${format}`, types[format]);
    announce(`${rows} rows exported`);
  };
  return (
    <div className="flex flex-none items-center gap-1">
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          aria-disabled={busy}
          aria-label={`Export as ${format.toUpperCase()}`}
          title={`Export the selection as ${format.toUpperCase()}`}
          className="px-2"
          onClick={() => void save(format)}
        >
          <Download className="icon" aria-hidden />
          {format.toUpperCase()}
        </Button>
      ))}
      {error !== null && <ErrorCard error={error} />}
    </div>
  );
}
