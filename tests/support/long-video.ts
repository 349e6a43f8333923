import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { command } from './command';

/**
 * Starts a video that is not done before somebody cancels it.
 * @returns the id of its job
 */
export async function startLongVideo(page: Page): Promise<string> {
  const id = randomUUID();
  await command(page, 'jobs.create', {
    ...{ id, modality: 'video', model: 'sandbox/kinograph-flaky', prompt: 'A slow river' },
    parameters: { duration: 1, resolution: '480p' },
    extra: { fail: 'unknown_state', fail_after: 600 },
  });
  return id;
}
