/** Boards of the library. `boards.changed` reports every change; windows then read the list again. */
import { z } from 'zod';
import { type Board, boardLimits } from '../media/boards';
import { answers, id, nothing } from './spec';

const name = z
  .string()
  .trim()
  .min(1)
  .max(boardLimits.nameCharacters)
  .regex(/^[^\p{Cc}]+$/u, 'must be one line');
const mediaIds = z.array(id).min(1).max(boardLimits.results);

export const boardsCommands = {
  /** By their names. */
  'boards.list': answers<readonly Board[]>()(() => nothing),
  /** The boards that results are on: those that all of them are on, and those that some are. */
  'boards.of': answers<{ readonly all: readonly string[]; readonly some: readonly string[] }>()(() =>
    z.strictObject({ mediaIds }),
  ),
  /** The window makes `id`, once per intent: the same id a second time makes nothing. */
  'boards.create': answers<null>()(() => z.strictObject({ id: z.uuid(), name })),
  'boards.rename': answers<null>()(() => z.strictObject({ id, name })),
  /** Its results stay in the library. Can be undone by `boards.restore` until the app is closed. */
  'boards.remove': answers<null>()(() => z.strictObject({ id })),
  'boards.restore': answers<null>()(() => z.strictObject({ id })),
  /** Those that are on it already change nothing. */
  'boards.add': answers<null>()(() => z.strictObject({ id, mediaIds })),
  /** Takes results off a board; they stay in the library. */
  'boards.take': answers<null>()(() => z.strictObject({ id, mediaIds })),
  /**
   * Packs the board as a page and its files into one zip, which opens in any browser without Gatehouse; returns the id
   * under which the host serves it.
   */
  'boards.export': answers<{ exportId: string; files: number; missing: number }>()(() =>
    z.strictObject({ id, withOrigins: z.boolean(), withCosts: z.boolean() }),
  ),
};
