import { Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { type Amount, type MoneyUnit, withUnit } from '../../../shared/money/money';
import { saveText } from '../../lib/download';
import { dayOf } from '../../lib/periods';
import { call } from '../../link/call';
import { savedText } from '../../parts/credits/saved-text';
import { ColumnButton, SideColumn } from '../../parts/side-column';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { openColumn, useColumn } from '../../state/ui/columns';
import { useAnswer } from '../../state/use-answer';
import { useReportedList } from '../../state/use-reported-list';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { leaveActivity, loadActivity, useActivityData } from './activity-data';
import { ActivityFilters } from './activity-filters';
import { filterOf, isNarrowed, type LedgerFilter, select, useActivityView } from './activity-view';
import { ByDay } from './by-day';
import { ByWhat } from './by-what';
import { CallFacts } from './call-facts';
import { CallTable } from './call-table';
import { sumFigure, sumText } from './row-text';

/** Every call and what it cost. */
export default function ActivityTab({ jobs }: { jobs: ReactNode }) {
  const side = useColumn('activity', 'side');
  const { filter, error, more, isBusy } = useActivity();
  const isEmpty = useActivityData((data) => data.sums !== null && data.total === 0);
  return (
    <div className="relative flex min-w-0 flex-1">
      <main className="flex min-w-0 flex-1 flex-col" aria-busy={isBusy}>
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
          <div className="flex min-h-12 flex-none flex-wrap items-start gap-2 border-line border-b px-5 py-2">
            <ActivityFilters />
            {filter !== null && <ExportButtons filter={filter} />}
            <ColumnButton side="side" column={side} label="Details and jobs" />
          </div>
          {error !== null && <ErrorCard error={error} />}
          <Totals />
          {isEmpty ? (
            <Empty />
          ) : (
            <>
              <div className="flex h-[clamp(170px,30vh,280px)] flex-none border-line border-b">
                <ByDay />
                <ByWhat />
              </div>
              <CallTable onOpen={() => openColumn('activity', 'side')} onNearEnd={more} />
            </>
          )}
        </div>
        <Footer />
      </main>
      <SideColumn tab="activity" side="side" column={side}>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <CallFacts />
        </div>
        {jobs}
      </SideColumn>
    </div>
  );
}

function Footer() {
  const total = useActivityData((data) => data.total);
  const isKnown = useActivityData((data) => data.sums !== null);
  return (
    <footer className="flex h-8 flex-none items-center border-line border-t bg-panel px-5 text-muted text-sm">
      {isKnown && <span role="status">{total === 1 ? '1 row' : `${total.toLocaleString('en')} rows`}</span>}
    </footer>
  );
}

function Empty() {
  const selection = useActivityView((view) => view.selection);
  const isAll = selection.period === 'all' && !isNarrowed(selection);
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center-safe gap-2 overflow-y-auto p-6 text-center">
      <h2 className="font-semibold text-xl">{isAll ? 'No calls yet' : 'No calls in this selection'}</h2>
      <p className="max-w-[44ch] text-muted">
        Every call of this profile is listed here with its cost, even after its chat or file is deleted.
      </p>
      {!isAll && (
        <Button
          onClick={() => select({ period: 'all', model: undefined, kind: undefined, outcome: undefined })}
        >
          Show everything
        </Button>
      )}
    </div>
  );
}

/** The selection in four figures. */
function Totals() {
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
      <Saved />
    </section>
  );
}

/** What caches saved in the selection; asked for on its own, so that no other figure waits for it. */
function Saved() {
  const selected = useActivityData((data) => data.filter);
  const unit = useActivityData((data) => data.unit);
  const sums = useActivityData((data) => data.sums);
  const filter = useMemo(() => selected && { ...selected, unit }, [selected, unit]);
  const ask = filter === null ? null : () => call('ledger.cacheSaved', { filter });
  const { value } = useAnswer(ask, [filter, sums]);
  const text = value && savedText(value);
  return text && <p className="border-line border-t px-5 py-1 text-muted text-sm">{text}</p>;
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

/** Calls that end together cause one query. */
const settleMs = 150;

/** Keeps the ledger's answers up to date while the page is open: with the filters, and with each new row. */
function useActivity() {
  const selection = useActivityView((view) => view.selection);
  const active = useCoreState(({ app }) => app?.activeProfileId ?? null);
  const ledgerId = useCoreState((state) => state.ledgerId);
  const selected = useMemo(() => (active === null ? null : { selection, active }), [selection, active]);
  const isShown = useActivityData((data) => data.selected === selected);
  const isNew = useActivityData((data) => data.ledgerId === ledgerId);
  const waitMs = isShown ? settleMs : 0;
  const { error, more } = useReportedList(
    async (isFirst) => (selected === null ? null : loadActivity(selected, isFirst)),
    [selected],
    { delayMs: isShown && isNew ? null : waitMs, asOf: ledgerId, leave: leaveActivity },
  );
  const filter = useMemo(
    () => selected && filterOf(selection, selected.active, Date.now()),
    [selection, selected],
  );
  return { filter, error, more, isBusy: !isShown && error === null };
}

const types = { csv: 'text/csv', json: 'application/json' } as const;

/** The whole selection as a file. */
function ExportButtons({ filter }: { filter: LedgerFilter }) {
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
