/** Files and links that the system passes on. */
import { z } from 'zod';
import { answers, id } from './spec';

export const openingCommands = {
  /** The person confirmed it, or does not want it. */
  'opening.dismiss': answers<null>()(z.strictObject({ id })),
};
