/** Runs one job: renders the video, or plays the failure that the request asked for. */
import { type Failure, FRAME_RATE, videoSize } from '../media/models';
import type { MediaPool } from '../media/pool';
import type { FrameName } from './frames';
import type { Draft } from './outputs';
import type { Job, JobError } from './store';

/** An end of a job that is not a bug in the gateway. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  readonly fields: JobError;

  constructor(code: string, message: string) {
    super(message);
    this.fields = { code, message };
  }
}

export interface RenderParts {
  readonly job: Job;
  readonly draft: Draft;
  /** Paths of the pictures that the video begins and ends with, or of the video that it is made from. */
  readonly frames: Readonly<Partial<Record<FrameName, string>>>;
  readonly pool: MediaPool;
  readonly signal: AbortSignal;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** A status to report instead of `running`; `null` ends that. */
  readonly onStatusWord: (word: string | null) => void;
}

/** Writes the video to the draft's path. @throws JobFailure */
export async function renderJob(parts: RenderParts): Promise<void> {
  const { fail, fail_after: seconds } = parts.job.input;
  if (fail !== undefined) await happen[fail as Failure](parts, seconds);
  await renderVideo(parts);
}

async function renderVideo({ job, draft, frames, pool, signal, onProgress }: RenderParts): Promise<void> {
  const { prompt, seed, duration, resolution, aspect_ratio, fps, ...given } = job.input;
  const isLost =
    (given.first_frame && !frames.firstFrame) ||
    (given.last_frame && !frames.lastFrame) ||
    (given.video && !frames.video);
  if (isLost) throw new JobFailure('internal_error', 'An input of this video is no longer stored.');
  const size = videoSize(resolution, aspect_ratio);
  if (size === undefined) throw new JobFailure('invalid_request', `There is no resolution ${resolution}.`);
  const framesPerSecond = fps ?? FRAME_RATE.default;
  await pool.run(
    { kind: 'video', prompt, seed, duration, framesPerSecond, path: draft.path, ...size, ...frames },
    { signal, onProgress },
  );
}

const STEPS = 20;

/** Simulates work: progress rises from one share to another in this many seconds. */
async function pretend(parts: RenderParts, seconds: number, from: number, to: number): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    parts.onProgress(from + ((to - from) * step) / STEPS);
    await parts.sleep((seconds * 1000) / STEPS, parts.signal);
  }
}

const happen: Readonly<Record<Failure, (parts: RenderParts, seconds?: number) => Promise<void>>> = {
  async early(parts, seconds = 0.5) {
    await parts.sleep(seconds * 1000, parts.signal);
    throw new JobFailure('provider_error', 'The provider refused to start, as requested.');
  },
  async late(parts, seconds = 4) {
    await pretend(parts, seconds, 0, 0.95);
    throw new JobFailure('provider_error', 'The provider failed near the end, as requested.');
  },
  async timeout(parts, seconds = 60) {
    await pretend(parts, Math.min(seconds, 2), 0, 0.4);
    await parts.sleep(Math.max(0, seconds - 2) * 1000, parts.signal);
    throw new JobFailure('timeout', `The video was not ready after ${seconds} seconds.`);
  },
  async unknown_state(parts, seconds = 4) {
    parts.onStatusWord('awaiting_moderation');
    await pretend(parts, seconds, 0, 0);
    parts.onStatusWord(null);
  },
};
