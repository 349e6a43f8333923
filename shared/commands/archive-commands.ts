/** Export and import: one conversation, or everything. */
import { z } from 'zod';
import type { ArchiveSizes, ArchiveSummary } from '../archive/archive';
import { laterLimits } from '../calls/later-limits';
import { answers, id, nothing } from './spec';

const archiveId = z.strictObject({ archiveId: id });

export const archiveCommands = {
  'archive.sizes': answers<ArchiveSizes>()(() => nothing),
  /**
   * Starts writing everything into one file; `archive.changed` reports the rest. On the desktop it asks first where to
   * save it.
   */
  'archive.export': answers<{ isStarted: boolean }>()(() => z.strictObject({ includesMedia: z.boolean() })),
  /** Opens the system's dialog for an archive; `null` where none was chosen. Desktop app only: a browser uploads it. */
  'archive.choose': answers<{ archiveId: string } | null>()(() => nothing),
  /** Reads an archive's description; nothing is imported. */
  'archive.inspect': answers<ArchiveSummary>()(() => archiveId),
  /** Starts importing what is not here yet; existing rows stay as they are. `archive.changed` reports the rest. */
  'archive.import': answers<null>()(() => archiveId),
  'archive.discard': answers<null>()(() => archiveId),
  'archive.cancel': answers<null>()(() => nothing),
  'archive.dismiss': answers<null>()(() => nothing),
  /** The visible branch as Markdown, or the whole tree as JSON. */
  'conversations.export': answers<{ text: string; fileName: string }>()(() =>
    z.strictObject({ id, format: z.enum(['markdown', 'json']) }),
  ),
  /**
   * Imports a conversation from such a JSON file, under new ids: importing twice gives two. The history lists it by the
   * date of its last message.
   */
  'conversations.import': answers<{ conversationId: string }>()(() =>
    z.strictObject({ json: z.string().max(laterLimits.conversationFileCharacters) }),
  ),
};
