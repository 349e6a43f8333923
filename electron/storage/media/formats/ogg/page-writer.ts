/** Writes packets as the pages of one Ogg stream. */
import type { FileHandle } from 'node:fs/promises';
import { concat } from '../../bytes';
import { writeAll } from '../../partial';
import { pageBytes, pageFlag } from './pages';

const MAX_SEGMENTS = 255;
const FULL_SEGMENT = 255;
/** No packet ends on the page. */
const NO_TIME = -1;

export interface PageWriter {
  /**
   * @param end samples decoded up to the end of this packet
   * @param endsPage whether nothing else comes on its page, as after the packets before the audio
   */
  add(packet: Uint8Array, end: number, endsPage?: boolean): Promise<void>;
  /** @param end the samples of the whole stream, where less than all of the last packet is heard */
  finish(end: number): Promise<void>;
}

/** @param maxSamples the longest page, in samples; a single longer packet still gets one */
export function createPageWriter(file: FileHandle, serial: number, maxSamples: number): PageWriter {
  let lacing: number[] = [];
  let body: Uint8Array[] = [];
  let [number, isContinued, time, started, last] = [0, false, NO_TIME, 0, 0];
  const write = async (continues: boolean, isEnd = false) => {
    const first = number === 0 ? pageFlag.first : 0;
    const flags = first | (isContinued ? pageFlag.continued : 0) | (isEnd ? pageFlag.last : 0);
    await writeAll(file, pageBytes({ flags, time: BigInt(time), serial, number }, lacing, concat(...body)));
    [lacing, body, number, isContinued, time, started] = [[], [], number + 1, continues, NO_TIME, last];
  };
  return {
    async add(packet, end, endsPage = false) {
      if (lacing.length > 0 && end - started > maxSamples) await write(false);
      for (let at = 0; at <= packet.length; at += FULL_SEGMENT) {
        if (lacing.length === MAX_SEGMENTS) await write(at > 0);
        const segment = packet.subarray(at, at + FULL_SEGMENT);
        lacing.push(segment.length);
        body.push(segment);
      }
      time = end;
      last = end;
      if (endsPage) await write(false);
    },
    async finish(end) {
      time = end;
      await write(false, true);
    },
  };
}
