/**
 * The app's core in a process of its own, to be killed: makes the batch it is told to, once, and then lives on. What
 * it is told comes by environment: HOME_FOLDER, BASE_URL, API_KEY, BATCH (the input of `batches.create` as JSON).
 */
import { createCore } from '../../electron/core/create-core';
import { openStorage } from '../../electron/storage/storage';
import { testPorts } from './ports';

const {
  HOME_FOLDER: home = '',
  BASE_URL: baseUrl = '',
  API_KEY: apiKey = '',
  BATCH: batch = '{}',
} = process.env;
const { storage } = openStorage(home, Date.now());
const core = createCore(testPorts({ home, storage, sandbox: { baseUrl, apiKey } }), {
  version: '0.0.0-test',
  host: 'browser',
  notices: [],
});

process.send?.('open');
// The same id in every life, as a window that asks again after a lost answer would use.
await core.call('batches.create', JSON.parse(batch));
