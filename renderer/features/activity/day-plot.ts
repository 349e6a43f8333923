/** The chart, drawn by uPlot; loaded when it is first shown. */
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './day-plot.css';
import { type DayChartData, figure, mostSeries, shortDay } from './breakdown';

export interface DayPlot {
  readonly setData: (data: DayChartData) => void;
  /** Highlights a day, as the mouse would. */
  readonly pointAt: (index: number) => void;
  readonly setSize: (width: number, height: number) => void;
  readonly end: () => void;
}

interface PlotOptions {
  readonly data: DayChartData;
  readonly width: number;
  readonly height: number;
  readonly onPoint: (index: number) => void;
  readonly onPick: (index: number) => void;
}

const barWidth = { share: 0.72, mostPx: 44 } as const;

/** Stacked bars for each day, in the colors and fonts of the page around it. */
export function createDayPlot(host: HTMLElement, options: PlotOptions): DayPlot {
  let { data } = options;
  const style = getComputedStyle(host);
  const plot = new UPlot(
    plotOptions(options, style, () => data),
    stacked(data),
    host,
  );
  const onClick = () => plot.cursor.idx != null && options.onPick(plot.cursor.idx);
  plot.over.addEventListener('click', onClick);
  return {
    setData(next) {
      data = next;
      plot.setData(stacked(next));
    },
    pointAt: (index) =>
      plot.setCursor({ left: plot.valToPos(index, 'x'), top: plot.over.clientHeight / 2 }, false),
    setSize: (width, height) => plot.setSize({ width, height }),
    end: () => plot.destroy(),
  };
}

/** Each series on top of all more expensive ones; the last is drawn first and the others over it. */
function stacked({ days, series }: DayChartData): UPlot.AlignedData {
  const sums: number[][] = [];
  for (const { values } of series) {
    const below = sums.at(-1);
    sums.push(values.map((value, index) => value + (below?.[index] ?? 0)));
  }
  const layers = Array.from({ length: mostSeries + 1 }, (_, index) => sums[index] ?? days.map(() => null));
  return [days.map((_, index) => index), ...layers.toReversed()] as UPlot.AlignedData;
}

function plotOptions(
  { width, height, onPoint }: PlotOptions,
  style: CSSStyleDeclaration,
  data: () => DayChartData,
): UPlot.Options {
  const color = (name: string) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: color('--muted'),
    font: `11px ${style.fontFamily}`,
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
  };
  const bars = UPlot.paths.bars?.({ size: [barWidth.share, barWidth.mostPx] });
  const layers = Array.from({ length: mostSeries + 1 }, (_, index) => {
    const fill = color(`--series-${mostSeries + 1 - index}`);
    return { paths: bars, fill, stroke: fill, width: 0, points: { show: false } };
  });
  return {
    width,
    height,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    series: [{}, ...layers],
    scales: {
      x: { time: false, range: () => [-0.5, data().days.length - 0.5] },
      y: { range: (_plot, _low, high) => [0, high > 0 ? high * 1.06 : 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 24,
        space: 64,
        incrs: [1, 2, 7, 14, 30, 90, 180, 365],
        values: (_plot, marks) =>
          marks.map((mark) => (Number.isInteger(mark) ? shortDay(data().days[mark] ?? '') : '')),
      },
      { ...axis, size: 56, space: 34, values: (_plot, marks) => marks.map(figure) },
    ],
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    hooks: { setCursor: [(plot) => plot.cursor.idx != null && onPoint(plot.cursor.idx)] },
  };
}
