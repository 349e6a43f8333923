/** What a command is made of, and the inputs that several of them take. */
import { z } from 'zod';
import { modalityIds } from '../modalities';

export interface CommandSpec<Input extends z.ZodType, Result> {
  readonly input: Input;
  /** Never set: it only carries the type of the answer. */
  readonly result?: Result;
}

/** `answers<Result>()(input)`: a command that takes `input` and answers with a `Result`. */
export const answers =
  <Result>() =>
  <Input extends z.ZodType>(input: Input): CommandSpec<Input, Result> => ({ input });

export const id = z.string().min(1).max(100);
export const model = z.string().trim().min(1).max(300);
export const nothing = z.strictObject({});
export const cursor = z.string().max(200).nullable();
export const modality = z.enum(modalityIds);
/** Fields of the request's body beyond those the app knows, sent as they are. */
export const extra = z.record(z.string(), z.json());
/** The person was shown what it may cost and wants it all the same; needed after `needs_confirmation`. */
export const isConfirmed = z.boolean().optional();
