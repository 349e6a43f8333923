/** A request as code. */
import { z } from 'zod';
import { runSettingsSchema } from '../chat';
import type { CodeRequest } from '../code/code-request';
import { limits } from '../limits';
import { attachmentRefs } from './attachments-commands';
import { answers, extra, id, mediaModality, model, modelOrNone, nothing } from './spec';

export const codeCommands = {
  /** The request to be written as code: of what is being prepared, or of what was made. */
  'code.request': answers<CodeRequest>()(
    z.discriminatedUnion('of', [
      z.strictObject({
        of: z.literal('chat'),
        conversationId: id.nullable(),
        text: z.string().max(limits.messageCharacters),
        attachments: attachmentRefs.optional(),
        model,
        settings: runSettingsSchema,
      }),
      z.strictObject({ of: z.literal('message'), messageId: id }),
      z.strictObject({ of: z.literal('job'), jobId: id }),
      z.strictObject({
        of: z.literal('form'),
        modality: mediaModality,
        model: modelOrNone,
        prompt: z.string().max(200_000),
        parameters: z.record(z.string(), z.union([z.string(), z.number()])),
        extra,
      }),
      /** The gateway's own list of jobs, as it is shown. */
      z.strictObject({
        of: z.literal('jobs'),
        status: z.string().max(60).nullable(),
        limit: z.int().min(1).max(1_000),
      }),
      z.strictObject({ of: z.literal('remoteJob'), remoteId: z.string().trim().min(1).max(300) }),
      z.strictObject({ of: z.literal('models') }),
      z.strictObject({ of: z.literal('model'), model }),
    ]),
  ),
  /**
   * The key of the Sandbox, for code run outside the app. It is not one of your keys: it is generated at every start,
   * works on this computer only, and can spend only play money.
   */
  'sandbox.key': answers<{ key: string }>()(nothing),
};
