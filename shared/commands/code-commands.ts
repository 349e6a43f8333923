/** A request as code. */

import { z } from 'zod';
import type { CodeRequest } from '../code/code-request';
import { chatRequest, mediaRequest } from '../run/request-schema';
import { answers, id, model, nothing } from './spec';

export const codeCommands = {
  /** The request to be written as code: of what is being prepared, or of what was made. */
  'code.request': answers<CodeRequest>()(() =>
    z.discriminatedUnion('of', [
      chatRequest.extend({ of: z.literal('chat'), conversationId: id.nullable() }),
      z.strictObject({ of: z.literal('message'), messageId: id }),
      z.strictObject({ of: z.literal('job'), jobId: id }),
      /** A request of a check. */
      z.strictObject({ of: z.literal('checkCall'), callId: id }),
      mediaRequest.extend({ of: z.literal('form') }),
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
  'sandbox.key': answers<{ key: string }>()(() => nothing),
};
