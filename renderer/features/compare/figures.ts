/** The figures of each column, and which of them is the best. */
import type { Message } from '../../../shared/chat/chat';
import type { Job } from '../../../shared/media/jobs';
import { type Cost, onlyMoney } from '../../../shared/money/cost';
import type { MoneyUnit } from '../../../shared/money/money';
import { firstUnit, units } from '../../../shared/money/money-units';
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
  /** What the value counts, if it is money: amounts of two units are not compared. */
  readonly unit?: MoneyUnit;
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
    costFigure(done?.cost ?? null, { isWhole, text: done === null ? unknown : replyCost(done) }),
  ];
}

function costFigure(cost: Cost | null, { isWhole, text }: { isWhole: boolean; text: string }): Figure {
  const money = onlyMoney(cost);
  const isInFirst = cost === null || cost.every(({ unit }) => unit === firstUnit);
  const value = isWhole && money !== null ? money.amount : null;
  return {
    id: 'cost',
    label: isInFirst ? units[firstUnit].heading : 'Cost',
    text,
    value,
    better: 'less',
    ...(money !== null && { unit: money.unit }),
  };
}

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
    costFigure(done?.cost ?? null, { isWhole, text: done === null ? unknown : formatCost(done.cost) }),
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
  for (const figure of all) {
    const values = all.flatMap((one) =>
      kindOf(one) === kindOf(figure) && one.value !== null ? [one.value] : [],
    );
    const edge = figure.better === 'less' ? Math.min : Math.max;
    if (new Set(values).size > 1) best.set(kindOf(figure), edge(...values));
  }
  return columns.map(
    (figures) =>
      new Set(
        figures
          .filter((one) => one.value !== null && best.get(kindOf(one)) === one.value)
          .map(({ id }) => id),
      ),
  );
}

const kindOf = ({ id, unit }: Figure): string => (unit === undefined ? id : `${id} ${unit}`);
