import type { ReactNode } from 'react';
import { type Amount, type MoneyUnit, withUnit } from '../../../shared/money';
import { useActivityData } from './activity-data';
import { sumFigure, sumText } from './row-text';

/** The selection in four figures. */
export function Totals() {
  const sums = useActivityData((data) => data.sums);
  const unit = useActivityData((data) => data.unit);
  const outside = sums === null ? '' : outsideText(sums.outside, sums.added, unit);
  return (
    <section aria-label="Totals" className="flex-none border-line border-b">
      <dl className="grid grid-cols-4 divide-x divide-line [&>div]:px-5">
        <Figure name="Spent in the selection" tone="text-credit">
          {sums === null ? '' : withUnit(sumFigure(sums.spent, unit), unit)}
        </Figure>
        <Figure name="Calls">{sums === null ? '' : sums.calls.toLocaleString('en')}</Figure>
        <Figure name="Cost still unknown" tone={sums !== null && sums.unknown > 0 ? 'text-warn' : ''}>
          {sums === null
            ? ''
            : `${sums.unknown.toLocaleString('en')} ${sums.unknown === 1 ? 'call' : 'calls'}`}
        </Figure>
        <Figure name="Spent outside this app" tone={sums !== null && sums.outside > 0 ? 'text-warn' : ''}>
          {outside}
        </Figure>
      </dl>
    </section>
  );
}

function outsideText(outside: Amount, added: Amount, unit: MoneyUnit): string {
  const spent = withUnit(sumFigure(outside, unit), unit);
  return added > 0 ? `${spent}, ${sumText(added, unit)} added` : spent;
}

function Figure({ name, tone = '', children }: { name: string; tone?: string; children: ReactNode }) {
  return (
    <div className="min-w-0 py-2">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className={`min-h-[22px] truncate font-semibold text-lg ${tone}`}>{children}</dd>
    </div>
  );
}
