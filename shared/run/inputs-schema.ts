/** The inputs of a request for media, as a command takes them. */
import { z } from 'zod';
import { id } from '../commands/spec';
import { limits } from '../limits';
import { inputRoles } from './input-roles';
import { inputSlots, mostInputs } from './inputs';

const inputRef = z.strictObject({
  role: z.enum(inputRoles),
  /** Of a stored file, as `attachments.add` answers it. */
  id: z.string().regex(/^[0-9a-f]{64}$/, 'is not the id of a stored file'),
  name: z.string().trim().min(1).max(limits.attachmentNameCharacters),
  from: z.strictObject({ jobId: id, mediaId: id }).optional(),
});

/** In the order in which they are sent. */
export const inputRefs = z
  .array(inputRef)
  .max(mostInputs)
  .superRefine((inputs, context) => {
    for (const role of inputRoles) {
      const count = inputs.filter((input) => input.role === role).length;
      const { label, most } = inputSlots[role];
      if (count > most)
        context.addIssue({ code: 'custom', message: `has ${count} of “${label}”; the most is ${most}` });
    }
  });
