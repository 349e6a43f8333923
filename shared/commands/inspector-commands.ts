/** The recorded HTTP calls of the app. */
import { z } from 'zod';
import { type CallDetail, type CallPage, KEPT_CALLS } from '../calls/inspector';
import { answers, cursor, id, nothing } from './spec';

export const inspectorCommands = {
  /** Every call since the app was opened, newest first; each word of the query must occur somewhere in it. */
  'inspector.list': answers<CallPage>()(() =>
    z.strictObject({ query: z.string().max(300), cursor, limit: z.int().min(1).max(KEPT_CALLS) }),
  ),
  'inspector.get': answers<CallDetail>()(() => z.strictObject({ id })),
  /** Clears all finished calls. */
  'inspector.clear': answers<null>()(() => nothing),
  /** As a HAR file or as cURL commands, without the key; `ids: null` means all of them. */
  'inspector.export': answers<{ text: string; calls: number }>()(() =>
    z.strictObject({ ids: z.array(id).min(1).max(1_000).nullable(), format: z.enum(['har', 'curl']) }),
  ),
};
