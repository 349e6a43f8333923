/** The figures of each column, and which of them is the best. */
import type { Message } from '../../../shared/chat';
import type { Cost } from '../../../shared/cost';
import type { Job } from '../../../shared/jobs';
import { formatCost, formatDuration, replyCost, tokensPerSecond } from '../../lib/format';
import { sizeText } from '../../media/media-facts';

export interface Figure {
  readonly id: string;
  readonly label: string;
  /** As shown; `–` while it is unknown. */
  readonly text: string;
  /** The value to compare by; `null` where it is unknown, or no value is better than another. */
  readonly value: number | null;
  readonly better: 'less' | 'more';
}

const unknown = '–';

/** First token, total, tokens per second and credits of a reply; nothing is compared until it is complete. */
export function figuresOfReply(reply: Message | null): readonly Figure[] {
  const done = reply?.status === 'streaming' ? null : reply;
  const isWhole = done?.status === 'complete' || done?.status === 'stopped';
  const speed = done && tokensPerSecond(done);
  const figure = (
    id: string,
    label: string,
    value: number | null,
    text: string,
    better: Figure['better'],
  ) => ({
    id,
    label,
    better,
    text: value === null ? unknown : text,
    value: isWhole ? value : null,
  });
  const { firstTokenMs = null, totalMs = null } = done ?? {};
  return [
    figure('first', 'First token', firstTokenMs, formatDuration(firstTokenMs ?? 0), 'less'),
    figure('total', 'Total', totalMs, formatDuration(totalMs ?? 0), 'less'),
    figure('speed', 'Speed', speed, `${speed} tok/s`, 'more'),
    {
      ...figure('credits', costLabel(done), amountOf(done), '', 'less'),
      text: done === null ? unknown : replyCost(done),
    },
  ];
}

const costText = (ended: Cost | null) => (ended === null ? unknown : formatCost(ended));

/** Amounts of different units share no label, and are not compared. */
const costLabel = (ended: Cost | null) => (ended?.dollarsUsed == null ? 'Credits' : 'Cost');
const amountOf = (ended: Cost | null) => ended?.dollarsUsed ?? ended?.creditsUsed ?? null;

/** Time, credits and result. */
export function figuresOfJob(job: Job | null): readonly Figure[] {
  const done = job?.finishedAt == null ? null : job;
  const isWhole = done?.status === 'completed';
  const tookMs = done && (done.finishedAt ?? 0) - done.createdAt;
  const [item] = done?.media ?? [];
  return [
    {
      id: 'time',
      label: 'Time',
      better: 'less',
      value: isWhole ? tookMs : null,
      text: tookMs === null ? unknown : formatDuration(tookMs),
    },
    {
      id: 'credits',
      label: costLabel(done),
      better: 'less',
      value: isWhole ? amountOf(done) : null,
      text: costText(done),
    },
    {
      id: 'made',
      label: item?.kind === 'audio' ? 'Length' : 'Size',
      better: 'less',
      value: null,
      text: item === undefined ? unknown : sizeText(item),
    },
  ];
}

/**
 * Which columns are best at a figure: none while fewer than two have it, and none where all are equal.
 *
 * @param columns the figures of each column
 * @returns for each column the ids of the figures it is best at
 */
export function bestOf(columns: readonly (readonly Figure[])[]): readonly ReadonlySet<string>[] {
  const all = columns.flat();
  const best = new Map<string, number>();
  for (const { id, better } of all) {
    const values = all.flatMap((other) => (other.id === id && other.value !== null ? [other.value] : []));
    if (new Set(values).size > 1) best.set(id, better === 'less' ? Math.min(...values) : Math.max(...values));
  }
  return columns.map(
    (figures) =>
      new Set(
        figures.filter(({ id, value }) => value !== null && best.get(id) === value).map(({ id }) => id),
      ),
  );
}
