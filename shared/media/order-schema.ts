/** The schema of tags; apart, since the page checks nothing. */
import { z } from 'zod';
import { orderLimits } from './order';

/** One line without spaces around it. */
export const tagSchema = z
  .string()
  .trim()
  .min(1)
  .max(orderLimits.tagCharacters)
  .regex(/^[^\p{Cc}]+$/u, 'must be one line');
