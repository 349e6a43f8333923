/** Taking things along: one conversation, or everything. */
import { z } from 'zod';
import type { ArchiveSizes, ArchiveSummary } from '../archive';
import { limits } from '../limits';
import { answers, id, nothing } from './spec';

const archiveId = z.strictObject({ archiveId: id });

export const archiveCommands = {
  'archive.sizes': answers<ArchiveSizes>()(nothing),
  /** Begins to write everything into one file; `archive.changed` tells the rest. On the desktop it asks where to first. */
  'archive.export': answers<{ isStarted: boolean }>()(z.strictObject({ includesMedia: z.boolean() })),
  /** The system's dialog for an archive; `null` where none was chosen. The desktop app only: a browser uploads it. */
  'archive.choose': answers<{ archiveId: string } | null>()(nothing),
  /** What an archive says of itself; nothing is taken in. */
  'archive.inspect': answers<ArchiveSummary>()(archiveId),
  /** Begins to take in what is not here yet; what is here stays as it is. `archive.changed` tells the rest. */
  'archive.import': answers<null>()(archiveId),
  'archive.discard': answers<null>()(archiveId),
  'archive.cancel': answers<null>()(nothing),
  'archive.dismiss': answers<null>()(nothing),
  /** The branch on show as Markdown, or the whole tree as JSON. */
  'conversations.export': answers<{ text: string; fileName: string }>()(
    z.strictObject({ id, format: z.enum(['markdown', 'json']) }),
  ),
  /** A conversation of such a JSON file, under new ids: importing twice gives two. */
  'conversations.import': answers<{ conversationId: string }>()(
    z.strictObject({ json: z.string().max(limits.conversationFileCharacters) }),
  ),
};
