import type { ReactNode } from 'react';
import type { Microcredits } from '../../../shared/credits';
import { useActivityData } from './activity-data';
import { sumText } from './row-words';

/** The selection in four figures. */
export function Totals() {
  const sums = useActivityData((data) => data.sums);
  const outside = sums === null ? '' : outsideText(sums.outside, sums.added);
  return (
    <section aria-label="Totals" className="flex-none border-line border-b">
      <dl className="grid grid-cols-4 divide-x divide-line [&>div]:px-5">
        <Figure name="Spent in the selection" tone="text-credit">
          {sums === null ? '' : `${sumText(sums.spent)} cr`}
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

function outsideText(outside: Microcredits, added: Microcredits): string {
  const spent = `${sumText(outside)} cr`;
  return added > 0 ? `${spent}, ${sumText(added)} added` : spent;
}

function Figure({ name, tone = '', children }: { name: string; tone?: string; children: ReactNode }) {
  return (
    <div className="min-w-0 py-2">
      <dt className="truncate text-muted text-sm">{name}</dt>
      <dd className={`min-h-[22px] truncate font-semibold text-lg ${tone}`}>{children}</dd>
    </div>
  );
}
