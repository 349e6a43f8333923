/** Chromium's network stack (system proxy and certificates), in a session that keeps nothing on disk. */
import { app, type Session, session } from 'electron';

const PARTITION = 'gateway';

/**
 * Chromium starts its network process again where that crashed or was killed, but Electron 33 leaves every session that
 * was in use connected to the ended one: each later request fails with `net::ERR_FAILED`. A session of another name is
 * connected to the new process.
 *
 * @returns the session to use for the next request; to be asked for each one
 */
export function createOutsideSession(): () => Promise<Session> {
  let endedProcesses = 0;
  app.on('child-process-gone', (_event, { serviceName }) => {
    if (serviceName === 'network.mojom.NetworkService') endedProcesses += 1;
  });
  return async () => {
    await app.whenReady();
    const name = endedProcesses === 0 ? PARTITION : `${PARTITION}-${endedProcesses}`;
    return session.fromPartition(name, { cache: false });
  };
}
