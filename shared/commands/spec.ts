/** The definition of a command, and the inputs that several of them take. */
import { z } from 'zod';
import { extraSchema } from '../extra/extra-schema';
import { mediaModalities, modalityIds } from '../modalities/modalities';

export interface CommandSpec<Input extends z.ZodType, Result> {
  readonly input: Input;
  /** Never set: it only carries the type of the result. */
  readonly result?: Result;
}

/**
 * `answers<Result>()(() => input)`: a command that takes `input` and returns a `Result`. Its schema is made at the first
 * call of the command: those of all would take the start 10 ms or more.
 */
export const answers =
  <Result>() =>
  <Input extends z.ZodType>(make: () => Input): CommandSpec<Input, Result> => {
    let made: Input | undefined;
    return {
      get input() {
        made ??= make();
        return made;
      },
    };
  };

export const id = z.string().min(1).max(100);
export const model = z.string().trim().min(1).max(300);
/** Empty where the gateway chooses, see `GATEWAY_CHOICE`. */
export const modelOrNone = z.string().trim().max(300);
export const nothing = z.strictObject({});
export const cursor = z.string().max(200).nullable();
export const modality = z.enum(modalityIds);
export const mediaModality = z.enum(mediaModalities);
/** Fields of the request body beyond those of the form, sent without changes. */
export const extra = extraSchema;
/** The stored secrets of the profiles that a change exposes, entered once more as proof that a person makes it. */
export const proofSchema = z.array(z.string().max(10_000)).max(100).optional();
/** The possible cost was shown and confirmed; required after `needs_confirmation`. */
export const isConfirmed = z.boolean().optional();

/** A schema whose input is first read as an earlier version wrote it (`earlier-shapes.ts`). */
export const reading = <Schema extends z.ZodType>(
  fromEarlier: (value: unknown) => unknown,
  schema: Schema,
): Schema => z.preprocess(fromEarlier, schema) as unknown as Schema;
