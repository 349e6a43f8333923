/** Sending one prompt to several models, side by side. */
import { z } from 'zod';
import type { Conversation } from '../chat/chat';
import { type Comparison, type ComparisonPage, compareColumns } from '../lab/compare';
import { limits } from '../limits';
import type { Job } from '../media/jobs';
import { fromColumns } from '../run/earlier-shapes';
import { inputRefs } from '../run/inputs-schema';
import { chatPlan, mediaPlan } from '../run/request-schema';
import { answers, cursor, id, isConfirmed, mediaModality, modality, reading } from './spec';

/** What a column has beside its request; the modality is that of the comparison. */
const inColumn = z.strictObject({
  id: z.uuid(),
  prompt: z.string().trim().min(1).max(limits.messageCharacters),
  /** The id of the message or the job that starts this column's run; made once per intent. */
  callId: z.uuid(),
});
export const chatColumn = chatPlan.omit({ modality: true }).extend(inColumn.shape);
export const mediaColumn = mediaPlan
  .omit({ modality: true })
  .extend(inColumn.shape)
  /** What it is made from: columns may have the same in other roles, as their models take them. */
  .extend({ inputs: inputRefs.optional() });

const columnsOf = <Column extends z.ZodType>(column: Column) =>
  z.array(column).min(compareColumns.fewest).max(compareColumns.most);

const round = z.strictObject({
  id: z.uuid(),
  roundId: z.uuid(),
  isTied: z.boolean(),
  isSamePrompt: z.boolean(),
  afterMessageId: id.optional(),
  isConfirmed,
});
export const chatRound = round.extend({ modality: z.literal('chat'), columns: columnsOf(chatColumn) });
export const mediaRound = round.extend({ modality: mediaModality, columns: columnsOf(mediaColumn) });

export const compareCommands = {
  /**
   * Sends to all columns at once: checked together and stored together, or not at all; returns once they are on the
   * disk. The window makes all ids, once per intent: the same `roundId` a second time starts nothing and charges
   * nothing. An unknown `id` starts a comparison, and an unknown column id adds that column. With `afterMessageId`, chats
   * that are new begin with a copy of the branch that ends there, as a fork does.
   */
  'compare.send': answers<null>()(() =>
    reading(fromColumns, z.discriminatedUnion('modality', [chatRound, mediaRound])),
  ),
  'compare.page': answers<ComparisonPage>()(() =>
    z.strictObject({ modality, cursor, limit: z.int().min(1).max(200) }),
  ),
  /** One comparison with the contents of its columns; messages are read with `messages.page`. */
  'compare.get': answers<{
    readonly comparison: Comparison;
    readonly conversations: readonly Conversation[];
    readonly jobs: readonly Job[];
  }>()(() => z.strictObject({ id })),
  'compare.rename': answers<null>()(() =>
    z.strictObject({ id, title: z.string().trim().min(1).max(limits.titleCharacters) }),
  ),
  /**
   * Picks the winning column; `columnId: null` undoes it. A chat that won leaves its comparison and is listed among the
   * other chats; when the pick is undone it returns.
   */
  'compare.pick': answers<null>()(() => z.strictObject({ id, columnId: id.nullable() })),
  /** Removes a column, or restores it; at least two stay. */
  'compare.takeOut': answers<null>()(() => z.strictObject({ id, columnId: id, isOut: z.boolean() })),
  /** Can be undone by `compare.restore` until the app is closed; files stay in the library. */
  'compare.remove': answers<null>()(() => z.strictObject({ id })),
  'compare.restore': answers<null>()(() => z.strictObject({ id })),
};
