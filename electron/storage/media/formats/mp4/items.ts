/** Where the images of a HEIC or AVIF are, as its index (`meta`, `iloc` in ISO 14496-12) states it. */
import { viewOf } from '../../bytes';
import { innerBoxes } from './boxes';

/** Version and flags come first. */
const FLAGS_BYTES = 4;

/** The end of the last item that lies in the file; 0 where none is stated, or not as it should be. */
export function endOfItems(meta: Uint8Array | null): number {
  const place = meta && innerBoxes(meta.subarray(FLAGS_BYTES))?.find(({ name }) => name === 'iloc');
  if (!place) return 0;
  try {
    return readEnd(new Numbers(place.data));
  } catch {
    return 0;
  }
}

/** Each field is as long as the head of the box says. */
class Numbers {
  private readonly view: DataView;
  private at = 0;

  constructor(data: Uint8Array) {
    this.view = viewOf(data);
  }

  /** @throws RangeError behind the end */
  take(bytes: number): number {
    let value = 0;
    for (let left = bytes; left > 0; left -= 1) value = value * 256 + this.view.getUint8(this.at++);
    return value;
  }
}

function readEnd(numbers: Numbers): number {
  const version = numbers.take(1);
  numbers.take(3);
  const [lengths, bases] = [numbers.take(1), numbers.take(1)];
  const sizes = { offset: lengths >> 4, length: lengths & 15, base: bases >> 4 };
  const index = version === 0 ? 0 : bases & 15;
  const idBytes = version < 2 ? 2 : 4;
  let last = 0;
  for (let items = numbers.take(idBytes); items > 0; items -= 1) {
    numbers.take(idBytes);
    const method = version === 0 ? 0 : numbers.take(2) & 15;
    const otherFile = numbers.take(2);
    const end = endOfExtents(numbers, { ...sizes, index });
    // Other methods count from inside the index, or from another item.
    if (method === 0 && otherFile === 0) last = Math.max(last, end);
  }
  return last;
}

interface Sizes {
  readonly offset: number;
  readonly length: number;
  readonly base: number;
  readonly index: number;
}

/** An item is one or more pieces, counted from a base; a length of 0 says nothing. */
function endOfExtents(numbers: Numbers, sizes: Sizes): number {
  const base = numbers.take(sizes.base);
  let last = 0;
  for (let pieces = numbers.take(2); pieces > 0; pieces -= 1) {
    numbers.take(sizes.index);
    const start = base + numbers.take(sizes.offset);
    last = Math.max(last, start + numbers.take(sizes.length));
  }
  return last;
}
