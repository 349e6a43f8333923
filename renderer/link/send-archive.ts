/** Uploads an archive to the browser's host. */
import type { Envelope } from '../../shared/errors';
import { readEnvelope, unreachable } from './bridge';
import { proofHeader, prove } from './host-proof';

const proofPath = '/api/proof';
const archivesPath = '/api/archives';

/** The file is read from the disk while it is sent. */
export async function sendArchive(file: Blob): Promise<Envelope<{ archiveId: string }>> {
  try {
    // An archive is too large to be sealed: it is sent once its reader has proved to be the host.
    const asked = await prove(proofPath);
    const reply = await fetch(proofPath, { headers: { [proofHeader]: asked.header } });
    const host = await readEnvelope(reply, asked);
    if (!host.ok) return host;
    const proof = await prove(archivesPath);
    const response = await fetch(archivesPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/zip', [proofHeader]: proof.header },
      body: file,
    });
    return (await readEnvelope(response, proof)) as Envelope<{ archiveId: string }>;
  } catch {
    return unreachable(
      'Couldn’t upload the file: Gatehouse isn’t responding, or the file can’t be read. Try again.',
    );
  }
}
