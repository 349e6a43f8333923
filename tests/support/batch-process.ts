/**
 * The app's core in a process of its own, to be killed: makes the batch it is told to, once, and then lives on. What
 * it is told comes by environment: HOME_FOLDER, BASE_URL, API_KEY, BATCH (the input of `batches.create` as JSON).
 */
import { openProcessCore } from './process-core';

const { BATCH: batch = '{}' } = process.env;
const core = openProcessCore(process.env);

process.send?.('open');
// The same id in every life, as a window that asks again after a lost answer would use.
await core.call('batches.create', JSON.parse(batch));
