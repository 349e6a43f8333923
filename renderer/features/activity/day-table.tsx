import { type MoneyUnit, toAmount } from '../../../shared/money/money';
import { units } from '../../../shared/money/money-units';
import { useActivityData } from './activity-data';
import { selectDay } from './activity-view';
import type { DayChartData } from './breakdown';
import { longDay } from './breakdown';
import { sumText } from './row-text';

/** The chart as figures: the days with calls, the newest first. */
export function DayTable({ data }: { data: DayChartData }) {
  const unit = useActivityData((state) => state.unit);
  const used = data.days.map((_, index) => index).filter((index) => (data.calls[index] ?? 0) > 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
    <section aria-label="Days" tabIndex={0} className="min-h-0 flex-1 overflow-auto">
      <table className="w-full border-separate border-spacing-0 text-sm">
        <thead className="sticky top-0 bg-background text-left text-muted">
          <tr>
            <th className="py-1 pr-3 font-normal">Day</th>
            <th className="py-1 pr-3 text-right font-normal">Calls</th>
            <th className="py-1 pr-3 text-right font-normal">{units[unit].heading}</th>
            {data.series.map(({ label }) => (
              <th key={label} className="max-w-32 truncate py-1 pr-3 text-right font-normal" title={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {used.toReversed().map((index) => (
            <DayRow key={data.days[index]} data={data} index={index} unit={unit} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const cell = (value: number, unit: MoneyUnit): string => {
  const amount = toAmount(value, unit);
  return amount === null ? '–' : sumText(amount, unit);
};

function DayRow({ data, index, unit }: { data: DayChartData; index: number; unit: MoneyUnit }) {
  const day = data.days[index] ?? '';
  const total = data.series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
  return (
    <tr>
      <th scope="row" className="whitespace-nowrap py-0.5 pr-3 text-left font-normal">
        <button type="button" className="hover:underline" onClick={() => selectDay(day)}>
          {longDay(day)}
        </button>
      </th>
      <td className="py-0.5 pr-3 text-right">{data.calls[index]}</td>
      <td className="py-0.5 pr-3 text-right text-credit">{cell(total, unit)}</td>
      {data.series.map(({ label, values }) => (
        <td key={label} className="py-0.5 pr-3 text-right">
          {(values[index] ?? 0) === 0 ? '–' : cell(values[index] ?? 0, unit)}
        </td>
      ))}
    </tr>
  );
}
