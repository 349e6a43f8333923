/** The library of results. */
import { z } from 'zod';
import { limits } from '../limits';
import { captionFormats, type SpokenPart } from '../media/captions';
import type { FileClaim } from '../media/claims';
import { editOperations } from '../media/edits';
import type { Lineage } from '../media/lineage';
import { type MediaOrigin, type MediaPage, resultKinds, type TrashPage } from '../media/media';
import {
  colorNames,
  type EqualFiles,
  mediaOrigins,
  orderLimits,
  type SettingCount,
  type TagCount,
} from '../media/order';
import { tagSchema } from '../media/order-schema';
import { MAX_AMOUNT } from '../money/money';
import { moneyUnits } from '../money/money-units';
import { answers, cursor, id, model, nothing } from './spec';

const mediaIds = z.array(id).min(1).max(10_000);

export const mediaCommands = {
  'library.page': answers<MediaPage>()(() =>
    z.strictObject({
      cursor,
      limit: z.int().min(1).max(500),
      filter: z.strictObject({
        kind: z.enum(resultKinds).optional(),
        model: model.optional(),
        /** Made through this profile. */
        profile: id.optional(),
        from: z.int().optional(),
        to: z.int().optional(),
        starred: z.boolean().optional(),
        query: z.string().max(500).optional(),
        rating: z.int().min(1).max(orderLimits.rating).optional(),
        tag: tagSchema.optional(),
        color: z.enum(colorNames).optional(),
        /** `made` from files or results, or `used` for others; how it came: `generated`, `edited` here or `imported`. */
        origin: z.enum(mediaOrigins).optional(),
        /** On this board. */
        board: id.optional(),
        /** A setting of its request, by the id of its field. */
        setting: z.strictObject({ name: z.string().max(100), value: z.string().max(200) }).optional(),
        /** What it cost, in parts of a unit; what is not known is in no range. */
        cost: z
          .strictObject({
            unit: z.enum(moneyUnits),
            from: z.int().min(0).max(MAX_AMOUNT).optional(),
            to: z.int().min(0).max(MAX_AMOUNT).optional(),
          })
          .optional(),
        /** Images that look like this one. */
        like: id.optional(),
        /** Images of which there are copies, or nearly. */
        copies: z.literal(true).optional(),
      }),
    }),
  ),
  /** What is spoken in a sound, part by part: `captionCues` makes captions of it. Empty where its text is not known. */
  'media.captions': answers<readonly SpokenPart[]>()(() => z.strictObject({ id })),
  /** Saves captions beside the sound, under its name and never over another file. */
  'media.saveCaptions': answers<{ fileName: string }>()(() =>
    z.strictObject({ id, format: z.enum(captionFormats) }),
  ),
  /**
   * Saves a file that a window made of results, in pieces and in their order, as a new result beside them; free. The
   * window makes `id`, once per edit. `mediaId` is the new result, with the last piece.
   */
  'media.saveEdit': answers<{ mediaId: string | null }>()(() =>
    z.strictObject({
      id: z.uuid(),
      from: z.array(id).min(1).max(1_000),
      operation: z.enum(editOperations),
      parameters: z
        .record(z.string().max(100), z.union([z.string().max(1_000), z.number()]))
        .refine((values) => Object.keys(values).length <= 20, 'has too many parameters'),
      contentType: z.string().max(100),
      index: z.int().min(0).max(1_024),
      base64: z.base64().max(6_000_000),
      isLast: z.boolean(),
    }),
  ),
  /** Forgets the pieces of an edit that was cancelled. */
  'media.dropEdit': answers<null>()(() => z.strictObject({ id: z.uuid() })),
  /** Fetches a result that arrived cut once more, and keeps it in its place; free. Answers once it is whole. */
  'media.fetchAgain': answers<null>()(() => z.strictObject({ id })),
  /** Which results of any kind have the same content, apart from the origin that is written into them. */
  'library.equalFiles': answers<EqualFiles>()(() => nothing),
  'library.tags': answers<readonly TagCount[]>()(() => nothing),
  /** 0 removes the rating. */
  'media.rate': answers<null>()(() =>
    z.strictObject({ ids: mediaIds, rating: z.int().min(0).max(orderLimits.rating) }),
  ),
  /** Those that a result has already, or has not, change nothing. */
  'media.tag': answers<null>()(() =>
    z.strictObject({
      ids: mediaIds,
      add: z.array(tagSchema).max(orderLimits.tags).optional(),
      remove: z.array(tagSchema).max(orderLimits.tags).optional(),
    }),
  ),
  'media.note': answers<null>()(() =>
    z.strictObject({ id, note: z.string().trim().max(orderLimits.noteCharacters) }),
  ),
  'library.models': answers<readonly string[]>()(() => nothing),
  /** Settings that results were made with, most used first, up to 200; without texts and seeds. */
  'library.settings': answers<readonly SettingCount[]>()(() => nothing),
  /**
   * What a result was made from and what was made from it, up to 1,000 nodes; `isWhole` adds what else was made from
   * the same files and results.
   */
  'media.lineage': answers<Lineage>()(() => z.strictObject({ id, isWhole: z.boolean() })),
  'media.star': answers<null>()(() => z.strictObject({ id, isStarred: z.boolean() })),
  'media.starAll': answers<null>()(() => z.strictObject({ ids: mediaIds, isStarred: z.boolean() })),
  'media.rename': answers<{ fileName: string }>()(() =>
    z.strictObject({ id, fileName: z.string().trim().min(1).max(200) }),
  ),
  /** Moves the files to the trash, where they stay for `settings.trashDays`; `media.restore` restores them. */
  'media.remove': answers<null>()(() => z.strictObject({ ids: mediaIds })),
  'media.restore': answers<null>()(() => z.strictObject({ ids: mediaIds })),
  'media.trash': answers<TrashPage>()(() => z.strictObject({ cursor, limit: z.int().min(1).max(500) })),
  /**
   * Deletes from the trash permanently: these, or all that were removed up to `until` (milliseconds since the epoch; all
   * where both are left out). What was restored stays.
   */
  'media.emptyTrash': answers<null>()(() =>
    z.strictObject({ ids: mediaIds.optional(), until: z.int().min(0).optional() }),
  ),
  /** Packs the files into one zip; returns the id under which the host serves it. */
  'media.export': answers<{ exportId: string; files: number; missing: number }>()(() =>
    z.strictObject({ ids: mediaIds }),
  ),
  /** Checks whether the files are still where they were saved. */
  'media.check': answers<null>()(() => z.strictObject({ ids: mediaIds })),
  /** The origin of a file that was dropped on the window; `null` where it has none. */
  'media.readOrigin': answers<MediaOrigin | null>()(() =>
    z.strictObject({ base64: z.base64().max(limits.droppedFileCharacters) }),
  ),
  /**
   * What another program wrote into an image: its settings, and content credentials. Claims of the file, shown before
   * anything is done with them.
   */
  'media.readClaims': answers<readonly FileClaim[]>()(() =>
    z.strictObject({ base64: z.base64().max(limits.droppedFileCharacters) }),
  ),
  /** Shows the file in the system's file manager; desktop app only. */
  'media.reveal': answers<null>()(() => z.strictObject({ id })),
  /**
   * Asks where to copy a file and copies it there; desktop app only. `isSaved` is false where the dialog was cancelled.
   */
  'media.saveAs': answers<{ isSaved: boolean }>()(() =>
    z.strictObject({ part: z.enum(['item', 'export']), id }),
  ),
  /** Passes files to the system while they are dragged out of the window; desktop app only. */
  'media.drag': answers<null>()(() => z.strictObject({ ids: mediaIds })),
};
