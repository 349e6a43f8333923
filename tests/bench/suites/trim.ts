/** A cut of a video in full HD, made in the page: how long it takes, and whether the page is held up meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { command } from '../../support/command';
import { type AppPage, openAppPage } from '../app-page';
import { figure } from '../figure';
import { longerThan, measureBusyness } from '../main-thread';
import { percentile } from '../statistics';
import type { Suite } from '../suite';

const madeSeconds = 8;
/** Between two key frames, so that the cut has to be encoded. */
const [start, end] = [1.3, 7.3];
const pollMs = 500;

export const trim: Suite = {
  name: 'trim',
  async *measure({ folder }) {
    const app = await openAppPage('web', folder);
    try {
      await makeVideo(app);
      await openEditor(app);
      const begun = performance.now();
      const { frames } = await measureBusyness(app, () => saveTrimmed(app));
      const taken = (performance.now() - begun) / 1_000;
      yield figure('trim.1080p', taken, 's', { floor: end - start, goal: { ratio: 2 } });
      yield figure('trim.1080p.frame.p95', percentile(frames, 0.95), 'ms');
      yield figure('trim.1080p.frames-over-50', longerThan(frames, 50), 'frames', { goal: { value: 0 } });
    } finally {
      await app.stop();
    }
  },
};

async function makeVideo({ page }: AppPage): Promise<void> {
  const parameters = { duration: madeSeconds, resolution: '1080p', seed: 1 };
  const asked = { modality: 'video', model: 'sandbox/kinograph', prompt: 'A paper boat.', parameters };
  await command(page, 'jobs.create', { id: crypto.randomUUID(), ...asked, extra: {} } as never);
  for (;;) {
    const { items } = await command(page, 'library.page', { filter: {}, cursor: null, limit: 1 });
    if (items.length > 0) return;
    await sleep(pollMs);
  }
}

async function openEditor({ page }: AppPage): Promise<void> {
  await page.evaluate(() => location.assign('#/video'));
  await page.getByRole('button', { name: 'More' }).last().click();
  await page.getByRole('menuitem', { name: 'Edit a copy…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit a copy' });
  await dialog.getByLabel('Start (seconds)').fill(String(start));
  await dialog.getByLabel('End (seconds)').fill(String(end));
}

async function saveTrimmed({ page }: AppPage): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Edit a copy' });
  await dialog.getByRole('button', { name: 'Save trimmed' }).click();
  await dialog.waitFor({ state: 'detached', timeout: 120_000 });
}
