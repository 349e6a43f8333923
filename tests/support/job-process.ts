/**
 * The app's core in a separate process, to be killed: creates jobs, once, and keeps running. Its environment has
 * HOME_FOLDER, BASE_URL, API_KEY and JOBS, and REQUEST (JSON) for another one than a video.
 */
import { createHash } from 'node:crypto';
import { openProcessCore } from './process-core';

const { JOBS: jobs = '0', REQUEST: other } = process.env;
const core = await openProcessCore(process.env);

/** The same ids in every run, as a window uses them when it retries after a lost response. */
function idOf(index: number): string {
  const hex = createHash('sha256').update(`job ${index}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

process.send?.('open');
for (let index = 0; index < Number(jobs); index += 1) {
  await core.call('jobs.create', {
    id: idOf(index),
    modality: 'video',
    model: 'sandbox/kinograph',
    prompt: `number ${index}`,
    parameters: { duration: 1, resolution: '480p', seed: index },
    extra: {},
    ...(other !== undefined && JSON.parse(other)),
  });
}
process.send?.('asked');
