/** The app's core in a process of its own, on the folder and the gateway that the environment names. */
import { createCore } from '../../electron/core/create-core';
import { readersFirst } from '../../electron/core/judging/readers-first';
import type { MediaFiles } from '../../electron/core/ports/media-files';
import { openStorage } from '../../electron/storage/storage';
import { testPorts } from './ports';

/** @param env HOME_FOLDER, BASE_URL and API_KEY */
export async function openProcessCore(
  { HOME_FOLDER: home = '', BASE_URL: baseUrl = '', API_KEY: apiKey = '' },
  wrapFiles: (files: MediaFiles) => MediaFiles = (files) => files,
) {
  const { storage } = openStorage(home, Date.now());
  const ports = testPorts({ home, storage, sandbox: { baseUrl, apiKey } });
  await readersFirst(ports);
  return createCore(
    { ...ports, files: wrapFiles(ports.files) },
    {
      version: '0.0.0-test',
      host: 'browser',
      notices: [],
    },
  );
}
