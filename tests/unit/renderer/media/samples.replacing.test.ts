/** A sample of a voice is paid once, also across restarts, and for each profile by itself. */
import '../../../support/page-globals';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { play } from '../../../../renderer/media/player/player';
import { hearSample } from '../../../../renderer/media/settings/samples';
import { useCoreState } from '../../../../renderer/state/core/core-state';
import { openTestCore, type TestCore } from '../../../support/core';
import { openHeldWindow } from '../../../support/held-answers';

vi.mock('../../../../renderer/media/player/player', () => ({ play: vi.fn() }));

const model = 'sandbox/narrator';
let app: TestCore;
let voice: string;
beforeAll(async () => {
  app = await openTestCore();
  await app.tell('models.refresh', {});
  await openHeldWindow(app);
  const { catalogue } = await app.tell('app.snapshot', {});
  voice = catalogue.models.find(({ id }) => id === model)?.capabilities?.voices?.[1] ?? '';
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await app.close();
});
beforeEach(() => vi.mocked(play).mockClear());

const jobsMade = () =>
  new Set(app.events.flatMap((event) => (event.type === 'job.changed' ? [event.job.id] : []))).size;
const played = () => vi.mocked(play).mock.calls[0]?.[0];

test('one that was spoken before plays for free, in a window that has not loaded its job', async () => {
  await hearSample(model, voice);
  const job = await app.until(() => {
    const event = app.events.findLast(({ type }) => type === 'job.changed');
    return event?.type === 'job.changed' && event.job.status === 'completed' && event.job;
  });
  await vi.waitUntil(played);
  expect(played()).toBe(job.media[0]?.id);
  vi.mocked(play).mockClear();
  useCoreState.setState({ jobs: {}, media: {} });
  await hearSample(model, voice);
  expect(played()).toBe(job.media[0]?.id);
  expect(jobsMade()).toBe(1);
});

test('one of another profile is another sample', async () => {
  const spoken = { kind: 'audio', model, query: 'This is how I sound' } as const;
  const page = (profile: string) =>
    app.tell('library.page', { cursor: null, limit: 10, filter: { ...spoken, profile } });
  const { activeProfileId } = await app.tell('app.snapshot', {});
  expect((await page(activeProfileId)).total).toBe(1);
  expect((await page('another')).total).toBe(0);
});
