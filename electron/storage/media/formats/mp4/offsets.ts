/** Where an MP4's index says that its media is. */
import { viewOf } from '../../bytes';
import { type Box, type BoxPlace, innerBoxes } from './boxes';

const HEAD_BYTES = 8;

/** Whether every offset in the index points into the data: whatever else moves, no frame does. */
export function pointsIntoData(index: readonly Box[], outer: readonly BoxPlace[]): boolean {
  const data = outer.filter(({ name }) => name === 'mdat');
  const isInside = (offset: number) => data.some(({ start, end }) => offset >= start && offset <= end);
  return index
    .filter(({ name }) => name === 'trak')
    .every((track) => offsetsOf(track)?.every(isInside) ?? false);
}

/** Of each group of frames; `null` where the track has another form. */
function offsetsOf({ data }: Box): number[] | null {
  let boxes = innerBoxes(data);
  for (const name of ['mdia', 'minf', 'stbl'])
    boxes = innerBoxes(boxes?.find((one) => one.name === name)?.data ?? new Uint8Array());
  const table = boxes?.find(({ name }) => name === 'stco' || name === 'co64');
  if (!boxes || !table || table.data.length < HEAD_BYTES) return null;
  const view = viewOf(table.data);
  const [count, bytes] = [view.getUint32(4), table.name === 'stco' ? 4 : 8];
  if (HEAD_BYTES + count * bytes > table.data.length) return null;
  return Array.from({ length: count }, (_, number) => {
    const at = HEAD_BYTES + number * bytes;
    return bytes === 4 ? view.getUint32(at) : Number(view.getBigUint64(at));
  });
}
