import type { RemoteJob } from '../../gateway/types/jobs';

/** For an unknown state, which may be a final one. */
const UNKNOWN_STATE_MS = 30 * 60_000;
/** Queues of video services can hold a job for hours. */
const KNOWN_STATE_MS = 24 * 3_600_000;

/** For a job at work that holds results already: some gateways add one after another, and a few never say the end. */
const WITH_RESULT_MS = 2 * 60_000;

type Seen = Pick<RemoteJob, 'rawStatus' | 'isUnknownStatus' | 'progress'> &
  Partial<Pick<RemoteJob, 'outputs'>>;

export interface PollDeadline {
  /**
   * Takes a poll and the wait before it.
   * @returns how long nothing has changed, in milliseconds, where that is too long; else `null`
   */
  note(seen: Seen, waitedMs: number): number | null;
}

/**
 * How long a job without any change is polled. Only waits between polls count, so a sleeping computer gives up no job.
 */
export function createPollDeadline(): PollDeadline {
  let last = '';
  let unchangedMs = 0;
  return {
    note({ rawStatus, isUnknownStatus, progress, outputs = [] }, waitedMs) {
      const now = `${rawStatus} ${progress} ${outputs.length}`;
      unchangedMs = now === last ? unchangedMs + waitedMs : 0;
      last = now;
      const knownMs = outputs.length > 0 ? WITH_RESULT_MS : KNOWN_STATE_MS;
      return unchangedMs >= (isUnknownStatus ? UNKNOWN_STATE_MS : knownMs) ? unchangedMs : null;
    },
  };
}
