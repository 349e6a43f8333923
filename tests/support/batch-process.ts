/**
 * The app's core in a separate process, to be killed: creates one batch, once, and keeps running. Its environment has
 * HOME_FOLDER, BASE_URL, API_KEY and BATCH (the input of `batches.create` as JSON).
 */
import { openProcessCore } from './process-core';

const { BATCH: batch = '{}' } = process.env;
const core = await openProcessCore(process.env);

process.send?.('open');
// The same id in every run, as a window uses it when it retries after a lost response.
await core.call('batches.create', JSON.parse(batch));
process.send?.('asked');
