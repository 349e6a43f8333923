/**
 * What is shown outside the window: a notification at the end of each job and of a long reply, and progress
 * on the taskbar.
 */
import type { Conversation, Message } from '../../../shared/chat/chat';
import type { AppEvent, Snapshot } from '../../../shared/contract';
import { finishedStatuses, type Job } from '../../../shared/media/jobs';
import { modalities } from '../../../shared/modalities/modalities';
import { spokenCost } from '../../../shared/money/cost';
import { cutText } from '../../../shared/text/cut-text';
import type { Core } from '../../core/core';

/** The parts of the desktop that this needs. */
export interface Desktop {
  /** Whether the window has the focus. */
  isInFront(): boolean;
  notify(title: string, body: string, onClick: () => void): void;
  /** 0 to 1; `null` where something runs without known progress, `none` where nothing runs. */
  showProgress(progress: number | null | 'none'): void;
  /** Brings the window to the front, at a page address such as `#/video/job:…`. */
  open(place: string): void;
}

type RunningJob = Pick<Job, 'progress'>;

/** Follows the jobs while the core is open; notifications and progress follow the settings. */
export async function showJobsOutside(core: Core, desktop: Desktop): Promise<void> {
  const running = new Map<string, RunningJob>();
  let wanted = { notifyWhenDone: true, taskbarProgress: true };
  let shown: number | null | 'none' = 'none';
  const showProgress = () => {
    const progress = wanted.taskbarProgress ? overall([...running.values()]) : 'none';
    if (progress === shown) return;
    shown = progress;
    desktop.showProgress(progress);
  };
  const onEvent = (event: AppEvent) => {
    if (event.type === 'settings.changed') wanted = event.settings;
    if (event.type === 'job.changed') {
      const wasRunning = running.has(event.job.id);
      if (isFinished(event.job)) running.delete(event.job.id);
      else running.set(event.job.id, event.job);
      if (wasRunning && isFinished(event.job) && wanted.notifyWhenDone) notifyEnd(event.job, desktop);
    }
    showProgress();
  };
  core.subscribe(onEvent);
  const snapshot = await core.call('app.snapshot', {});
  if (!snapshot.ok) return;
  const { settings, jobs } = snapshot.value as Snapshot;
  onEvent({ type: 'settings.changed', settings });
  for (const job of jobs.jobs) if (!isFinished(job)) onEvent({ type: 'job.changed', job });
}

const isFinished = ({ status }: Job) => finishedStatuses.includes(status);

/** The progress of all jobs together, in steps of a hundredth, so that not every poll redraws the taskbar. */
function overall(jobs: readonly RunningJob[]): number | null | 'none' {
  if (jobs.length === 0) return 'none';
  if (jobs.every(({ progress }) => progress === null)) return null;
  const sum = jobs.reduce((total, { progress }) => total + (progress ?? 0), 0);
  return Math.round((sum / jobs.length) * 100) / 100;
}

function notifyEnd(job: Job, desktop: Desktop): void {
  // No notification for a job you stopped yourself.
  if (job.status === 'cancelled' || desktop.isInFront()) return;
  const place = `#/${job.modality}/job:${job.id}`;
  desktop.notify(titleOf(job), cutText(job.prompt, 200), () => desktop.open(place));
}

function titleOf(job: Job): string {
  const { modality, status, error } = job;
  const { label } = modalities[modality];
  if (status === 'completed') {
    const cost = spokenCost(job.cost);
    return cost === null ? `${label} ready` : `${label} ready, ${cost}`;
  }
  return status === 'interrupted' ? `${label} interrupted` : `${label} failed: ${error?.code ?? 'unknown'}`;
}

// A notification when a long reply ends while no window is in front.

/** For shorter replies the person is assumed to be watching. */
const LONG_REPLY_MS = 10_000;
/** Of the reply, in a notification. */
const EXCERPT = 200;

/** Follows the replies while the core is open; the setting for jobs holds for them too. */
export async function notifyOfReplies(core: Core, desktop: Pick<Desktop, 'isInFront' | 'notify' | 'open'>) {
  const streaming = new Set<string>();
  let isWanted = true;
  core.subscribe((event: AppEvent) => {
    if (event.type === 'settings.changed') isWanted = event.settings.notifyWhenDone;
    if (event.type !== 'message.changed') return;
    const { message } = event;
    if (message.status === 'streaming') streaming.add(message.id);
    else if (streaming.delete(message.id) && isWanted) void notifyReply(core, message, desktop);
  });
  const snapshot = await core.call('app.snapshot', {});
  if (snapshot.ok) isWanted = (snapshot.value as Snapshot).settings.notifyWhenDone;
}

async function notifyReply(
  core: Core,
  message: Message,
  desktop: Pick<Desktop, 'isInFront' | 'notify' | 'open'>,
): Promise<void> {
  const took = (message.finishedAt ?? message.createdAt) - message.createdAt;
  // No notification for a reply you stopped yourself.
  if (took < LONG_REPLY_MS || message.status === 'stopped' || desktop.isInFront()) return;
  const answer = await core.call('conversations.get', { id: message.conversationId });
  const conversation = answer.ok ? (answer.value as Conversation) : null;
  // Of batches and comparisons there would be one for each row and column.
  if (conversation === null || conversation.owner !== null) return;
  const isWhole = message.status === 'complete';
  desktop.notify(
    `${isWhole ? 'Reply ready' : 'Reply ended early'}: ${conversation.title}`,
    cutText(message.text, EXCERPT),
    () => desktop.open(`#/chat/${message.conversationId}`),
  );
}
