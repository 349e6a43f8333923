import type { ReactNode } from 'react';
import { ColumnButton, SideColumn } from '../../parts/side-column';
import { openColumn, useColumn } from '../../state/ui/columns';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { useActivityData } from './activity-data';
import { ActivityFilters } from './activity-filters';
import { isNarrowed, select, useActivityView } from './activity-view';
import { ByDay } from './by-day';
import { ByWhat } from './by-what';
import { CallFacts } from './call-facts';
import { CallTable } from './call-table';
import { ExportButtons } from './export-buttons';
import { Totals } from './totals';
import { useActivity } from './use-activity';

/** Every call and what it cost. */
export default function ActivityTab({ jobs }: { jobs: ReactNode }) {
  const side = useColumn('activity', 'side');
  const { filter, error, more, isBusy } = useActivity();
  const isEmpty = useActivityData((data) => data.sums !== null && data.total === 0);
  return (
    <div className="relative flex min-w-0 flex-1">
      <main className="flex min-w-0 flex-1 flex-col" aria-busy={isBusy}>
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
          <div className="flex min-h-12 flex-none flex-wrap items-center gap-2 border-line border-b px-5 py-2">
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
