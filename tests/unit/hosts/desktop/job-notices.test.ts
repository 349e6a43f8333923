import { describe, expect, it } from 'vitest';
import { showJobsOutside } from '../../../../electron/hosts/desktop/notices';
import { defaultSettings } from '../../../../shared/app/settings';
import type { Job } from '../../../../shared/media/jobs';
import { fakeCore } from '../../../support/fake-core';
import { inMicros } from '../../../support/money';
import { aJob, aSnapshot } from '../../../support/records';

async function watch({ isInFront = false, jobs = [] as Job[] } = {}) {
  const core = fakeCore();
  const snapshot = aSnapshot({ jobs: { jobs, nextCursor: null } });
  const told: string[] = [];
  const progress: unknown[] = [];
  const opened: string[] = [];
  let click: () => void = () => undefined;
  await showJobsOutside(
    { ...core, call: async () => ({ ok: true, value: snapshot }) },
    {
      isInFront: () => isInFront,
      notify: (title, body, onClick) => {
        told.push(`${title} | ${body}`);
        click = onClick;
      },
      showProgress: (value) => progress.push(value),
      open: (place) => opened.push(place),
    },
  );
  const change = (part: Partial<Job>) =>
    core.emit({ type: 'job.changed', job: aJob({ id: 'j1', modality: 'video', prompt: 'A boat', ...part }) });
  return { core, change, told, progress, opened, click: () => click() };
}

describe('a job that ends while the window is in the background', () => {
  it('shows one notification, and a click opens its result', async () => {
    const { change, told, opened, click } = await watch();
    change({ status: 'running' });
    change({ status: 'completed', cost: inMicros(4e6) });
    change({ status: 'completed', cost: inMicros(4e6) });
    expect(told).toEqual(['Video ready, 4 credits | A boat']);
    click();
    expect(opened).toEqual(['#/video/job:j1']);
  });

  it('shows its error if it failed', async () => {
    const { change, told } = await watch({
      jobs: [aJob({ id: 'j1', modality: 'video', status: 'running' })],
    });
    change({ status: 'failed', error: { code: 'provider_error', message: 'No.' } });
    expect(told).toEqual(['Video failed: provider_error | A boat']);
  });

  it('shows none if the window is in front, the person ended it, or notifications are off', async () => {
    const front = await watch({ isInFront: true });
    front.change({ status: 'running' });
    front.change({ status: 'completed' });
    const ended = await watch();
    ended.change({ status: 'running' });
    ended.change({ status: 'cancelled' });
    const quiet = await watch();
    quiet.core.emit({ type: 'settings.changed', settings: { ...defaultSettings, notifyWhenDone: false } });
    quiet.change({ status: 'running', progress: 0.5 });
    quiet.change({ status: 'completed' });
    expect([...front.told, ...ended.told, ...quiet.told]).toEqual([]);
    expect(quiet.progress).toEqual([0.5, 'none']);
  });
});

describe('the progress on the taskbar', () => {
  it('is hidden if switched off, while notifications still appear', async () => {
    const { core, change, told, progress } = await watch();
    core.emit({ type: 'settings.changed', settings: { ...defaultSettings, taskbarProgress: false } });
    change({ status: 'running', progress: 0.5 });
    change({ status: 'completed' });
    expect(progress).toEqual([]);
    expect(told).toHaveLength(1);
  });

  it('combines all running jobs, and disappears with the last', async () => {
    const { change, progress } = await watch();
    change({ status: 'running', progress: null });
    change({ status: 'running', progress: 0.5 });
    change({ id: 'j2', status: 'queued', progress: 0 });
    change({ id: 'j2', status: 'cancelled' });
    change({ status: 'completed', progress: 1 });
    expect(progress).toEqual([null, 0.5, 0.25, 0.5, 'none']);
  });
});
