import { type ByteSource, viewOf } from '../../bytes';
import type { MediaDescription } from '../media-description';
import { riffChunks } from '../riff';

/** Sample bytes divided by bytes per second, as the file states both. */
export async function describeWav(source: ByteSource): Promise<MediaDescription> {
  const chunks = await riffChunks(source);
  const format = chunks.find(({ name }) => name === 'fmt ');
  const data = chunks.find(({ name }) => name === 'data');
  const head = format ? await source.read(format.dataStart, 16) : new Uint8Array();
  const bytesPerSecond = head.length < 16 ? 0 : viewOf(head).getUint32(8, true);
  const seconds = data && bytesPerSecond > 0 ? (data.dataEnd - data.dataStart) / bytesPerSecond : 0;
  return { width: null, height: null, durationMs: Math.round(seconds * 1000) || null };
}
