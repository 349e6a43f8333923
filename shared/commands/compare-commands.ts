/** Asking several models at once, side by side. */
import { z } from 'zod';
import { type Conversation, runSettingsSchema } from '../chat';
import { type Comparison, type ComparisonPage, compareColumns, compareModalities } from '../compare';
import type { Job } from '../jobs';
import { limits } from '../limits';
import { answers, cursor, extra, id, isConfirmed, model } from './spec';

const compareModality = z.enum(compareModalities);
const parameters = z.record(z.string(), z.union([z.string(), z.number()]));
const columnSettings = z.strictObject({ run: runSettingsSchema, parameters, extra });
const column = z.strictObject({
  id: z.uuid(),
  model,
  settings: columnSettings,
  prompt: z.string().trim().min(1).max(limits.messageCharacters),
  /** Of the message or the job that this column's run begins with; made once per intent. */
  callId: z.uuid(),
});

export const compareCommands = {
  /**
   * Asks all columns at once: checked together, written down together, or not at all; answers once they are on disk.
   * All ids are made by the window, once per intent: the same `roundId` a second time starts nothing and charges
   * nothing. An `id` not known yet begins a comparison, and a column's not known yet adds that column.
   */
  'compare.send': answers<null>()(
    z.strictObject({
      id: z.uuid(),
      roundId: z.uuid(),
      modality: compareModality,
      isTied: z.boolean(),
      isSamePrompt: z.boolean(),
      columns: z.array(column).min(compareColumns.fewest).max(compareColumns.most),
      isConfirmed,
    }),
  ),
  'compare.page': answers<ComparisonPage>()(
    z.strictObject({ modality: compareModality, cursor, limit: z.int().min(1).max(200) }),
  ),
  /** One comparison with what stands in its columns; messages are asked for by `messages.page`. */
  'compare.get': answers<{
    readonly comparison: Comparison;
    readonly conversations: readonly Conversation[];
    readonly jobs: readonly Job[];
  }>()(z.strictObject({ id })),
  'compare.rename': answers<null>()(
    z.strictObject({ id, title: z.string().trim().min(1).max(limits.titleCharacters) }),
  ),
  /**
   * Says which column won; `columnId: null` takes it back. A chat that won leaves its comparison and stands among
   * the other chats; one that is taken back returns.
   */
  'compare.pick': answers<null>()(z.strictObject({ id, columnId: id.nullable() })),
  /** Takes a column out, or puts it back; two at least stay. */
  'compare.takeOut': answers<null>()(z.strictObject({ id, columnId: id, isOut: z.boolean() })),
  /** Can be undone by `compare.restore` until the app is closed; files stay in the library. */
  'compare.remove': answers<null>()(z.strictObject({ id })),
  'compare.restore': answers<null>()(z.strictObject({ id })),
};
