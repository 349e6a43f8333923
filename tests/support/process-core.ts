/** The app's core in a process of its own, on the folder and the gateway that the environment names. */
import { createCore } from '../../electron/core/create-core';
import { readersFirst } from '../../electron/core/judging/readers-first';
import type { MediaFiles } from '../../electron/core/ports/media-files';
import { openStorage } from '../../electron/storage/storage';
import { testPorts } from './ports';

type Env = Readonly<
  Partial<Record<'HOME_FOLDER' | 'BASE_URL' | 'API_KEY' | 'CHOSEN' | 'ARCHIVE_WORKER', string>>
>;

/** @param env HOME_FOLDER, BASE_URL and API_KEY; CHOSEN is a path for every save dialog, ARCHIVE_WORKER writes archives */
export async function openProcessCore(
  { HOME_FOLDER: home = '', BASE_URL: baseUrl = '', API_KEY: apiKey = '', CHOSEN, ARCHIVE_WORKER }: Env,
  wrapFiles: (files: MediaFiles) => MediaFiles = (files) => files,
  leavesWork = false,
) {
  const archiveWorker = () => ARCHIVE_WORKER ?? '';
  const { storage } = openStorage(home, Date.now(), undefined, { archiveWorker });
  const chooseFile = CHOSEN === undefined ? undefined : async () => CHOSEN;
  const ports = testPorts({ home, storage, sandbox: { baseUrl, apiKey }, chooseFile });
  await readersFirst(ports);
  return createCore(
    { ...ports, files: wrapFiles(ports.files) },
    {
      version: '0.0.0-test',
      host: 'browser',
      notices: [],
      leavesWork,
    },
  );
}
