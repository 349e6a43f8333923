/** How many results of one answer are downloaded without a further word from the person. */
import type { Job } from '../../../shared/media/jobs';
import { JobFailure } from './job-failure';
import type { Result } from './results';

/** More than any gateway sends for one request that names no number; one answer may name thousands of addresses. */
export const MOST_UNASKED = 64;
/** Beyond what was asked for, as some gateways add previews. */
const SLACK = 16;

export interface Chosen {
  readonly positions: readonly number[];
  /** Addresses that stay recorded on the job, to be downloaded when the person wants it. */
  readonly left: number;
}

/** What is saved now, of the results that are not saved yet; what has arrived already is never left. */
export function chooseResults(
  job: Pick<Job, 'parameters' | 'extra'>,
  results: readonly Result[],
  saved: ReadonlySet<number>,
): Chosen {
  const missing = [...results.keys()].filter((position) => !saved.has(position));
  const addresses = missing.filter((position) => results[position]?.kind === 'url');
  const left = new Set(addresses.slice(limitOf(job)));
  return { positions: missing.filter((position) => !left.has(position)), left: left.size };
}

function limitOf({ parameters, extra }: Pick<Job, 'parameters' | 'extra'>): number {
  const asked = [parameters.count, extra.n].map(Number).filter(Number.isSafeInteger);
  return Math.max(MOST_UNASKED, ...asked.map((count) => count + SLACK));
}

/**
 * The same over all choices of one reply, in the order in which they are asked about.
 * @returns whether the addresses of the next one are downloaded unasked
 */
export function createReplyLimit(choices: number): (addresses: number) => boolean {
  const most = Math.max(MOST_UNASKED, choices + SLACK);
  let chosen = 0;
  return (addresses) => {
    const isChosen = chosen < most;
    if (isChosen) chosen += Math.min(addresses, MOST_UNASKED);
    return isChosen;
  };
}

/** Ends the job for now; resuming it downloads the next ones for free. */
export function moreLeft(saved: number, left: number): JobFailure {
  return new JobFailure({
    code: 'result_limit',
    message: `${saved} results saved. ${leftText(left)}`,
    stage: 'download',
    details: { saved, total: saved + left, left },
  });
}

export const leftText = (left: number): string =>
  `${left.toLocaleString('en-US')} more ${left === 1 ? 'address' : 'addresses'} in this answer: download them if you expect so many.`;
