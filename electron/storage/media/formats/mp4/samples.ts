/** Where the last samples of a film or a sound are, as the tables of its index (`moov`) state it. */
import { viewOf } from '../../bytes';
import { type Box, innerBoxes } from './boxes';

/** The end of the chunk that begins last; 0 where nothing is stated. */
export function endOfSamples(index: Uint8Array | null): number {
  const tracks = (index && innerBoxes(index))?.filter(({ name }) => name === 'trak') ?? [];
  return Math.max(0, ...tracks.map(({ data }) => endOfTrack(data)));
}

/** A chunk is a row of samples; tables say where each begins, how many it has, and how long they are. */
function endOfTrack(track: Uint8Array): number {
  const info = inside(inside(innerBoxes(track), 'mdia'), 'minf');
  const tables = inside(info, 'stbl');
  if (!tables || !isInThisFile(info)) return 0;
  const starts = chunkStarts(tables);
  const lastStart = starts.at(-1) ?? 0;
  // Chunks may stand in another order; only the last one's length is worked out.
  return starts.reduce((most, one) => Math.max(most, one), lastStart + lastChunkBytes(tables));
}

const inside = (boxes: readonly Box[] | null, wanted: string): Box[] | null =>
  innerBoxes(boxes?.find(({ name }) => name === wanted)?.data ?? new Uint8Array());

/** Old films name other files that hold their samples; the lowest flag says that there is none. */
function isInThisFile(info: readonly Box[] | null): boolean {
  const list = inside(info, 'dinf')
    ?.find(({ name }) => name === 'dref')
    ?.data.subarray(8);
  return (list && innerBoxes(list))?.every(({ data }) => ((data[3] ?? 0) & 1) === 1) ?? true;
}

/** Of a table: version and flags, how many rows, and the rows. */
function rowsOf(tables: readonly Box[], wanted: string, rowBytes: number, headBytes = 8): DataView[] {
  const data = tables.find(({ name }) => name === wanted)?.data ?? new Uint8Array();
  const room = Math.max(0, Math.floor((data.length - headBytes) / rowBytes));
  const stated = data.length < headBytes ? 0 : viewOf(data).getUint32(headBytes - 4);
  return Array.from({ length: Math.min(room, stated) }, (_, row) =>
    viewOf(data.subarray(headBytes + row * rowBytes, headBytes + (row + 1) * rowBytes)),
  );
}

function chunkStarts(tables: readonly Box[]): number[] {
  const long = rowsOf(tables, 'co64', 8).map((row) => Number(row.getBigUint64(0)));
  return long.length > 0 ? long : rowsOf(tables, 'stco', 4).map((row) => row.getUint32(0));
}

function lastChunkBytes(tables: readonly Box[]): number {
  // The last row holds for the last chunk.
  const samples = rowsOf(tables, 'stsc', 12).at(-1)?.getUint32(4) ?? 0;
  const sizes = tables.find(({ name }) => name === 'stsz')?.data ?? new Uint8Array();
  if (sizes.length < 12) return 0;
  const same = viewOf(sizes).getUint32(4);
  if (same > 0) return same > 1 ? same * samples : 0;
  const last = rowsOf(tables, 'stsz', 4, 12).slice(-samples);
  return samples === 0 ? 0 : last.reduce((sum, row) => sum + row.getUint32(0), 0);
}
