/** Long results: their servers send them in pieces, break off, refuse and go on; the disk fills up or the process ends. */
import { createRandom, type Random } from '../world/random';
import type { World } from '../world/world';
import type { Fate } from './account';
import type { MadeFile } from './media';
import { type Piece, type Reply, refusal, shortened } from './reply';

const MEGABYTE = 1_048_576;
const PIECE_BYTES = MEGABYTE / 2;
const MARK_BYTES = 16;

const fates: readonly (readonly Fate[])[] = [
  ['cut', '503'],
  ['cut', 'cut'],
  ['stall', '503'],
  ['kill', 'cut', '503'],
  ['power-cut', 'early-cut', '503'],
  ['power-cut', 'early-cut', '503'],
];

export const drawFates = (random: Random): Fate[] => [...random.pick(fates)];

let filling: Uint8Array | null = null;

/** Bytes without a pattern, and no two half megabytes alike, so that a gap or a shift shows. */
function longFile(random: Random, size: number, start: string, contentType: string): MadeFile {
  filling ??= createRandom('long results').bytes(PIECE_BYTES);
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += PIECE_BYTES) {
    bytes.set(filling.subarray(0, Math.min(PIECE_BYTES, size - at)), at);
    bytes.set(random.bytes(MARK_BYTES).subarray(0, size - at), at);
  }
  bytes.set(Buffer.from(start, 'latin1'));
  const mark = Buffer.from(random.bytes(MARK_BYTES));
  bytes.set(mark, size - MARK_BYTES);
  return { bytes, mark, payload: bytes, contentType };
}

/** From one to twelve megabytes. */
export function longVideo(random: Random): MadeFile {
  const [least, most] = random.pick([
    [1.1, 2.5],
    [5, 6.5],
    [5, 6.5],
    [7, 12],
  ] as const);
  const size = random.int(least * MEGABYTE, most * MEGABYTE);
  return longFile(random, Math.floor(size), 'FLV\x01\x05\0\0\0\x09', 'video/x-flv');
}

/** Longer than what the app holds in memory. */
export function longSpeech(random: Random): MadeFile {
  const size = random.int(9 * MEGABYTE, 11 * MEGABYTE);
  return longFile(
    random,
    size,
    '.snd\0\0\0\x18\xff\xff\xff\xff\0\0\0\x03\0\0\x3e\x80\0\0\0\x01',
    'audio/basic',
  );
}

/** Whether a prompt asks for one. */
export const isLong = (text: string): boolean => text.includes('a very long boat');

/** The same answer as it comes over a line that takes its time. */
export function inPieces(reply: Reply): Reply {
  const [whole] = reply.pieces;
  if (whole === undefined || whole.bytes.length < MEGABYTE / 4) return reply;
  const pieces: Piece[] = [];
  for (let at = 0; at < whole.bytes.length; at += PIECE_BYTES)
    pieces.push({ afterMs: 300, bytes: whole.bytes.subarray(at, at + PIECE_BYTES) });
  return { ...reply, pieces };
}

export function meet(world: World, random: Random, reply: Reply, fate: Fate): Reply {
  if (fate === '503') return refusal(503, 'file_refused', { 'retry-after': '3' });
  if (fate === 'early-cut') return shortened(reply, 0.03 + random.next() * 0.2, 'cut');
  const share = 0.5 + random.next() * 0.45;
  if (fate === 'cut' || fate === 'stall') return shortened(reply, share, fate);
  // Behind the first note of how far it is, in most cases.
  const at = Math.floor(reply.pieces.length * (0.84 + random.next() * 0.12));
  return withEvent(reply, at, (life) => {
    if (world.isHealed || world.life?.number !== life) return;
    world.life.diesAt = world.life.operations + random.int(2, 12);
    world.isPowerCut = fate === 'power-cut';
  });
}

/** The disk is full once this much has come, for some seconds. */
export function withFullDisk(world: World, random: Random, reply: Reply): Reply {
  const at = Math.floor((8.6 * MEGABYTE) / PIECE_BYTES);
  return withEvent(reply, at, () => {
    if (world.isHealed) return;
    world.disk.files = { kind: 'full', until: world.scheduler.now() + random.int(2_000, 20_000) };
  });
}

function withEvent(reply: Reply, at: number, happen: (life: number) => void): Reply {
  const pieces = reply.pieces.map((piece, index) => (index === at ? { ...piece, onArrived: happen } : piece));
  return { ...reply, pieces };
}
