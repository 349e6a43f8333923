/** The files that `gatehouse run` writes its results to. */

import { mediaInPage } from '../shared/lab/files/page-media';
import { ExperimentFileError } from '../shared/lab/files/reading';
import type { Result } from '../shared/lab/files/results';
import type { Core } from './core/core';
import { type PageFiles, writerOf } from './run-report';

export interface OutputWorld {
  readonly core: Pick<Core, 'locate'>;
  /** What is said beside the results. */
  readonly tell: (line: string) => void;
  readonly write: (name: string, text: string) => void;
  /** Why a file can't be written, which is left as it is; `null` where it can. */
  readonly whyNotWritten: (name: string) => string | null;
  /** `null` where the file is gone. */
  readonly readBytes: (path: string) => Buffer | null;
}

/**
 * Before anything is paid.
 * @throws ExperimentFileError
 */
export function requireOutputs({ whyNotWritten }: OutputWorld, names: readonly string[]): void {
  for (const name of names) {
    const why = whyNotWritten(name);
    if (why !== null) throw new ExperimentFileError(`--output: “${name}” can’t be written: ${why}.`);
  }
}

/** @returns whether all of them were written */
export function writeOutputs(
  world: OutputWorld,
  names: readonly string[],
  about: { readonly title: string; readonly date: string },
  results: readonly Result[],
): boolean {
  const hasPage = names.some((name) => /\.html?$/i.test(name));
  const files = hasPage ? filesOf(world, results) : {};
  return names
    .map((name) => {
      try {
        world.write(name, writerOf(name)?.(about.title, about.date, results, files) ?? '');
        return true;
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        world.tell(`“${name}” couldn’t be written: ${why}`);
        return false;
      }
    })
    .every((isWritten) => isWritten);
}

const filesOf = (world: OutputWorld, results: readonly Result[]): PageFiles => ({
  thumbnails: thumbnailsOf(world, results),
  players: playersOf(world, results),
});

function playersOf(
  { core, readBytes }: OutputWorld,
  results: readonly Result[],
): ReadonlyMap<string, string> {
  return new Map(
    mediaInPage(results).flatMap(({ id }) => {
      const file = core.locate(id, 'file');
      const bytes = file === null ? null : readBytes(file.path);
      return file === null || bytes === null ? [] : [[id, dataUrl(file.contentType, bytes)] as const];
    }),
  );
}

const dataUrl = (contentType: string, bytes: Buffer): string =>
  `data:${contentType};base64,${bytes.toString('base64')}`;

/** An image is on the page itself where its thumbnail is not made yet and it is not larger. */
const mostImageBytes = 1_000_000;

/** Of images and videos that are stored; what has none is named on the page. */
function thumbnailsOf(
  { core, readBytes }: OutputWorld,
  results: readonly Result[],
): ReadonlyMap<string, string> {
  const ids = results.flatMap(({ cell: { media } }) => (media === undefined ? [] : [media.id]));
  return new Map(
    ids.flatMap((id) => {
      for (const part of ['thumbnail', 'file'] as const) {
        const file = core.locate(id, part);
        const bytes = file?.contentType.startsWith('image/') ? readBytes(file.path) : null;
        if (file !== null && bytes !== null && bytes.length <= mostImageBytes)
          return [[id, dataUrl(file.contentType, bytes)] as const];
      }
      return [];
    }),
  );
}
