import { useEffect } from 'react';
import type { Job } from '../../../shared/media/jobs';
import { cutText } from '../../../shared/text/cut-text';
import { isFinished, newsOf } from '../../media/jobs/job-text';
import { announce, announceError } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { isOfMessage } from '../../state/core/selectors';
import { letterOf } from '../../state/ui/compares';
import { goTo } from '../../state/ui/navigation';
import { addressOfJob } from '../../state/ui/route';

/** Announces the end of a job to screen readers and, where the settings say so, as a notification. */
export function useJobAnnouncer(): void {
  useEffect(
    () =>
      useCoreState.subscribe(({ jobs }, before) => {
        if (jobs === before.jobs) return;
        for (const job of Object.values(jobs)) {
          const known = before.jobs[job.id];
          if (known !== undefined && known !== job && !isFinished(known) && isFinished(job)) announceEnd(job);
        }
      }),
    [],
  );
}

function announceEnd(job: Job): void {
  const news = newsOf(job);
  // The end of the reply was announced; only what is missing of it is news.
  if (news === null || (isOfMessage(job) && !news.isError)) return;
  const said = placed(job, news.text);
  if (news.isError) announceError(said);
  else announce(said);
  if (!isOfMessage(job)) notify(job, news.text);
}

/** In a comparison the column matters. */
function placed({ id, owner }: Job, text: string): string {
  const letter = owner?.kind === 'comparison' ? letterOf(useCoreState.getState(), owner.id, id) : null;
  return letter === null ? text : `Column ${letter}: ${text}`;
}

/** The desktop app has its own notifications, which also appear when no window is open. */
function notify(job: Job, title: string): void {
  const { app } = useCoreState.getState();
  if (app === null || app.host === 'desktop' || !app.settings.notifyWhenDone) return;
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
  const notification = new Notification(title, { body: cutText(job.prompt, 200), tag: job.id });
  notification.onclick = () => {
    window.focus();
    goTo(addressOfJob(job.modality, job.id));
    notification.close();
  };
}
