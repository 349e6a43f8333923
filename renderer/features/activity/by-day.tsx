import { ChartColumn, Table } from 'lucide-react';
import { useMemo } from 'react';
import { units } from '../../../shared/money-units';
import { IconButton } from '../../ui/icon-button';
import { useActivityData } from './activity-data';
import { useActivityView } from './activity-view';
import { dayChart, type Series } from './breakdown';
import { DayChart } from './day-chart';
import { DayTable } from './day-table';

/** Credits by day, colored by model or by kind; as a chart, or as figures. */
export function ByDay() {
  const { splitBy, asTable, list } = useActivityView();
  const days = useActivityData((data) => data.days);
  const filter = useActivityData((data) => data.filter);
  const unit = useActivityData((state) => state.unit);
  const data = useMemo(
    () => dayChart(days, splitBy, { from: filter?.from, to: filter?.to }, unit),
    [days, splitBy, filter, unit],
  );
  return (
    <section aria-labelledby="by-day" className="chart flex min-w-0 flex-1 flex-col gap-1 py-2 pr-3 pl-5">
      <div className="flex h-7 flex-none items-center gap-3">
        <h2 id="by-day" className="flex-none font-semibold">
          {units[unit].heading} by day
        </h2>
        <div className="min-w-0 flex-1">{list === 'chat' && <Legend series={data.series} />}</div>
        <IconButton
          icon={asTable ? ChartColumn : Table}
          label={asTable ? 'Show as chart' : 'Show as table'}
          onClick={() => useActivityView.setState({ asTable: !asTable })}
        />
      </div>
      {data.series.length === 0 ? (
        <p className="m-auto text-muted">No requests in this period</p>
      ) : asTable ? (
        <DayTable data={data} />
      ) : (
        <DayChart key={`${data.days[0]} ${data.days.length}`} data={data} />
      )}
    </section>
  );
}

/** The list beside it explains the colors, except for chats. */
function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="flex gap-x-3 overflow-hidden text-muted text-sm" aria-label="Legend">
      {series.map(({ label }, index) => (
        <li key={label} className="flex min-w-0 items-center gap-1.5" title={label}>
          <span
            className="size-2 flex-none rounded-[2px]"
            style={{ background: `var(--series-${index + 1})` }}
          />
          <span className="truncate">{label}</span>
        </li>
      ))}
    </ul>
  );
}
