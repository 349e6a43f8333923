import { ChartColumn, Table } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { units } from '../../../shared/money/money-units';
import { untilLoaded } from '../../lib/until-loaded';
import { IconButton } from '../../ui/button';
import { useActivityData } from './activity-data';
import { selectDay, useActivityView } from './activity-view';
import { type DayChartData, dayChart, dayText, longDay, type Series } from './breakdown';
import type { DayPlot } from './day-plot';
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

/**
 * Credits of each day. The arrow keys move from day to day, and its spending is announced and shown below; Enter, or a
 * click, narrows the selection to it.
 */
function DayChart({ data }: { data: DayChartData }) {
  const last = data.days.length - 1;
  const [pointed, setPointed] = useState<number | null>(null);
  const index = Math.min(pointed ?? last, last);
  const plot = useDayPlot(data, setPointed);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = dayAfter(event.key, index, last);
    const day = data.days[index];
    if (event.key === 'Enter' && day !== undefined) selectDay(day);
    else if (to === null) return;
    else {
      setPointed(to);
      plot.pointAt(to);
    }
    event.preventDefault();
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        role="slider"
        aria-label={`${units[data.unit].heading} by day`}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={dayText(data, index)}
        tabIndex={0}
        onKeyDown={onKeyDown}
        ref={plot.host}
        className="chart min-h-0 flex-1 overflow-hidden rounded-control"
      />
      <p className="h-[18px] flex-none truncate text-muted text-sm" title={dayText(data, index)}>
        {pointed === null
          ? `${longDay(data.days[0] ?? '')} – ${longDay(data.days[last] ?? '')}`
          : dayText(data, index)}
      </p>
    </div>
  );
}

function dayAfter(key: string, index: number, last: number): number | null {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = steps[key];
  return step === undefined ? null : Math.min(last, Math.max(0, index + step));
}

/** Keeps a plot in its element, at its size and in the theme's colors. */
function useDayPlot(data: DayChartData, onPoint: (index: number) => void) {
  const [host, setHost] = useState<HTMLDivElement | null>(null);
  const plot = useRef<DayPlot | null>(null);
  const newest = useRef(data);
  newest.current = data;
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: renders again for other colors; new data is set below.
  useEffect(() => {
    if (host === null) return;
    let isOver = false;
    let observer: ResizeObserver | undefined;
    void untilLoaded(() => import('./day-plot')).then(({ createDayPlot }) => {
      if (isOver) return;
      const onPick = (index: number) => selectDay(newest.current.days[index] ?? '');
      const size = { width: host.clientWidth, height: host.clientHeight };
      plot.current = createDayPlot(host, { data: newest.current, ...size, onPoint, onPick });
      observer = new ResizeObserver(() => plot.current?.setSize(host.clientWidth, host.clientHeight));
      observer.observe(host);
    });
    return () => {
      isOver = true;
      observer?.disconnect();
      plot.current?.end();
      plot.current = null;
    };
  }, [host, theme]);
  useEffect(() => plot.current?.setData(data), [data]);
  return { host: setHost, pointAt: (index: number) => plot.current?.pointAt(index) };
}

const root = document.documentElement;

function useTheme(): string {
  const [theme, setTheme] = useState(root.dataset.theme ?? '');
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(root.dataset.theme ?? ''));
    observer.observe(root, { attributes: true, attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, []);
  return theme;
}
