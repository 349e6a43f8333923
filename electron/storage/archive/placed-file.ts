/** A file of an archive on its way: what it is by its bytes, and its last step. */
import { open } from 'node:fs/promises';
import { withSource } from '../media/bytes';
import { type MediaType, sniffBytes } from '../media/formats/sniff';
import { refineType } from '../media/formats/sniff-file';
import { renameDurably } from '../media/partial';
import { declaredTypeFor, resultType } from '../media/result-type';
import { foreign } from './damaged';
import { notePlaced, type PlacedKind } from './placed-journal';

interface Placing {
  readonly staging: string;
}

/** @throws AppError `invalid_input` for what no request results in */
export async function typeOf(path: string, name: string): Promise<MediaType> {
  const head = await headOf(path);
  try {
    // Results are kept as what they are; a page or a script is none, wherever it comes from.
    const type = resultType(head, declaredTypeFor(name));
    return await withSource(path, (source) => refineType(source, type));
  } catch {
    throw foreign(`“${name.slice(0, 100)}” is not the result of a request`);
  }
}

/** Gives it its name; from then on an undo, or the next start, deletes it. */
export async function finish(
  { staging }: Placing,
  kind: PlacedKind,
  partial: string,
  path: string,
): Promise<void> {
  notePlaced(staging, kind, partial, path);
  await renameDurably(partial, path);
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
