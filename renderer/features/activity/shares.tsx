import { useMemo } from 'react';
import type { LedgerKind } from '../../../shared/ledger';
import { exactAmount, type MoneyUnit } from '../../../shared/money';
import { units } from '../../../shared/money-units';
import { useActivityData } from './activity-data';
import { select, useActivityView } from './activity-view';
import { mostSeries, type Share, sharesOf } from './breakdown';
import { sumText } from './row-text';

/** The selection's cost by model or by kind, the most expensive first; a click narrows it to one. */
export function Shares({ by }: { by: 'model' | 'kind' }) {
  const days = useActivityData((data) => data.days);
  const unit = useActivityData((data) => data.unit);
  const shares = useMemo(() => sharesOf(days, by), [days, by]);
  const most = Math.max(...shares.map(({ used }) => used), 1);
  const splitBy = useActivityView((view) => view.splitBy);
  if (shares.length === 0) return <p className="py-2 text-muted">No requests in this period</p>;
  return (
    <table className="w-full table-fixed border-separate border-spacing-0">
      <caption className="sr-only">
        {units[unit].heading} by {by}
      </caption>
      <thead className="sticky top-0 z-10 bg-background text-left text-muted text-sm">
        <tr>
          <th className="font-normal">{by === 'model' ? 'Model' : 'Kind'}</th>
          <th className="w-12 text-right font-normal">Calls</th>
          <th className="w-20 text-right font-normal">{units[unit].heading}</th>
        </tr>
      </thead>
      <tbody>
        {shares.map((share, index) => (
          <ShareRow
            key={share.label}
            share={share}
            by={by}
            unit={unit}
            part={share.used / most}
            color={splitBy === by ? Math.min(index, mostSeries) + 1 : null}
          />
        ))}
      </tbody>
    </table>
  );
}

const exactText = (used: Share['used'], unit: MoneyUnit): string =>
  `${exactAmount(used, unit)} ${units[unit].name}`;

interface ShareRowProps {
  share: Share;
  by: 'model' | 'kind';
  unit: MoneyUnit;
  /** Relative to the most expensive. */
  part: number;
  /** Its index among the chart's colors. */
  color: number | null;
}

function ShareRow({ share: { key, label, used, calls }, by, unit, part, color }: ShareRowProps) {
  const narrow = () =>
    select(by === 'model' ? { model: key ?? undefined } : { kind: (key ?? undefined) as LedgerKind });
  const background = color === null ? 'var(--muted)' : `var(--series-${color})`;
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className="relative truncate py-0.5 text-left font-normal">
        <span
          className="absolute inset-y-0.5 left-0 rounded-[3px] opacity-20"
          style={{ width: `${part * 100}%`, background }}
        />
        <span
          data-series=""
          className="relative mr-2 ml-1.5 inline-block size-2 rounded-[2px]"
          style={{ background }}
        />
        {key === null ? (
          <span className="relative text-muted">{label}</span>
        ) : (
          <button
            type="button"
            title={label}
            onClick={narrow}
            className="relative max-w-[calc(100%-22px)] truncate align-bottom hover:underline"
          >
            {label}
          </button>
        )}
      </th>
      <td className="text-right">{calls.toLocaleString('en')}</td>
      <td className="text-right text-credit" title={exactText(used, unit)}>
        {sumText(used, unit)}
      </td>
    </tr>
  );
}
