/** What became slower since a stored run, beyond what two runs of the same program differ by. */
import { type Figure, isRate } from './figure';
import { median } from './statistics';

/** One line of `npm run bench -- --json`. */
export type Measured = Pick<Figure, 'name' | 'value' | 'unit' | 'floor'>;

export interface Change {
  readonly name: string;
  readonly unit: Figure['unit'];
  readonly before: number;
  readonly now: number;
  /** Medians of the floors; `null` where a run has none. */
  readonly floors: readonly [before: number | null, now: number | null];
  /** How much worse, as a share: 0.1 is a tenth slower; below 0 is better. */
  readonly worseBy: number;
  /** The share that may be chance. */
  readonly noise: number;
  readonly verdict: 'slower' | 'faster' | 'same';
}

export interface Comparison {
  readonly changes: readonly Change[];
  /** In the stored run only. */
  readonly missing: readonly string[];
  /** In the new run only. */
  readonly added: readonly string[];
}

interface Noise {
  /** What two runs differ by on the same machine. */
  readonly share: number;
  /** A smaller difference is nothing, however small the figure is. */
  readonly least: number;
}

/** What the runs behind `docs/performance.md` differed by. Bytes are counted, so they have next to none. */
const noiseOf: Readonly<Record<Figure['unit'], Noise>> = {
  KB: { share: 0.005, least: 1 },
  MB: { share: 0.05, least: 8 },
  ms: { share: 0.15, least: 3 },
  s: { share: 0.1, least: 0.03 },
  frames: { share: 0.5, least: 2 },
  'rows/s': { share: 0.15, least: 0 },
  'wake-ups/s': { share: 0.3, least: 1 },
  'MB/s': { share: 0.15, least: 5 },
  'requests/min': { share: 0.1, least: 5 },
};

/** Without a floor, nothing says whether the machine was slower this time. */
const withoutFloor = 2;

/** @throws Error where no line is a figure */
export function readRun(text: string): readonly Measured[] {
  const figures = text.split('\n').flatMap((line) => {
    const figure = readLine(line);
    return figure === null ? [] : [figure];
  });
  if (figures.length === 0)
    throw new Error('The file has no figures: write one with `npm run bench -- --json`');
  return figures;
}

function readLine(line: string): Measured | null {
  try {
    const { name, value, unit, floor } = JSON.parse(line);
    if (typeof name !== 'string' || !Number.isFinite(value) || !Object.hasOwn(noiseOf, unit)) return null;
    return { name, value, unit, floor: Number.isFinite(floor) ? floor : null };
  } catch {
    return null;
  }
}

/** Compares the medians of each figure; a run may hold a figure several times. */
export function compareRuns(before: readonly Measured[], now: readonly Measured[]): Comparison {
  const [old, fresh] = [byName(before), byName(now)];
  const both = [...fresh].filter(([name]) => old.has(name));
  return {
    changes: both.map(([name, figures]) => compareFigure(old.get(name) ?? [], figures)),
    missing: [...old.keys()].filter((name) => !fresh.has(name)),
    added: [...fresh.keys()].filter((name) => !old.has(name)),
  };
}

function byName(figures: readonly Measured[]): ReadonlyMap<string, readonly Measured[]> {
  const groups = new Map<string, readonly Measured[]>();
  for (const one of figures) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  return groups;
}

function compareFigure(before: readonly Measured[], now: readonly Measured[]): Change {
  const { name = '', unit = 'ms' } = now[0] ?? {};
  const usual = noiseOf[unit];
  const hasFloor = [...before, ...now].every(({ floor }) => floor !== null && floor > 0);
  const judged = hasFloor ? toRatio : ownValue;
  const [then, since] = [before.map(judged), now.map(judged)];
  const [from, to] = [median(then), median(since)];
  const isCounted = unit === 'KB' || unit === 'frames';
  const share = usual.share * (hasFloor || isCounted ? 1 : withoutFloor);
  const noise = Math.max(share, spread(then), spread(since));
  const worseBy = isRate(unit) ? from / to - 1 : growth(from, to);
  const [value, valueNow] = [median(before.map(ownValue)), median(now.map(ownValue))];
  const isLarge = Math.abs(valueNow - value) > usual.least;
  return {
    ...{ name, unit, before: value, now: valueNow, worseBy, noise },
    floors: [medianFloor(before), medianFloor(now)],
    verdict: !isLarge || Math.abs(worseBy) <= noise ? 'same' : worseBy > 0 ? 'slower' : 'faster',
  };
}

/** Each figure is paired with the floor of its own run, since a machine's speed changes from run to run. */
const toRatio = ({ value, floor }: Measured): number => value / (floor ?? 1);

const ownValue = ({ value }: Measured): number => value;

function growth(from: number, to: number): number {
  if (from === 0) return to === 0 ? 0 : Number.POSITIVE_INFINITY;
  return to / from - 1;
}

/** Half of the range of several runs, as a share of their median. */
function spread(values: readonly number[]): number {
  const middle = median(values);
  return middle === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / 2 / middle;
}

function medianFloor(figures: readonly Measured[]): number | null {
  const floors = figures.flatMap(({ floor }) => floor ?? []);
  return floors.length === 0 ? null : median(floors);
}

/** The lines for a person: what became slower first. */
export function comparisonText({ changes, missing, added }: Comparison): string {
  const lines = (verdict: Change['verdict']) =>
    changes.filter((one) => one.verdict === verdict).map((one) => `${verdict}  ${changeText(one)}`);
  const same = changes.filter(({ verdict }) => verdict === 'same').length;
  return [
    ...lines('slower'),
    ...lines('faster'),
    `same    ${same} of ${changes.length} figures, within noise`,
    ...missing.map((name) => `missing ${name}: in the stored run only`),
    ...added.map((name) => `new     ${name}: not in the stored run`),
  ].join('\n');
}

function changeText({ name, unit, before, now, floors, worseBy, noise }: Change): string {
  const [floor, floorNow] = floors.map((one) => (one === null ? null : short(one)));
  const beside = floor === null || floorNow === null ? 'no floor' : `floor ${floor} → ${floorNow}`;
  const percent = `${worseBy > 0 ? '+' : ''}${Math.round(worseBy * 100)} %`;
  return `${name}: ${short(before)} → ${short(now)} ${unit} (${beside}; ${percent}, noise ${Math.round(noise * 100)} %)`;
}

const short = (value: number): string => String(Number(value.toPrecision(3)));

/** Whether the new run is as good as the stored one. */
export const isAsFast = ({ changes }: Comparison): boolean =>
  changes.every(({ verdict }) => verdict !== 'slower');
