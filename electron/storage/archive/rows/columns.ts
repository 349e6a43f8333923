/** What a column of an archive may hold. Row schemas are built from these and from the schemas of live input. */
import { z } from 'zod';
import { storedExtraSchema } from '../../../../shared/extra/extra-schema';
import { unreadReasons } from '../../../../shared/media/documents';
import { undecodedReasons } from '../../../../shared/media/media';
import { MAX_AMOUNT } from '../../../../shared/money/money';
import { JsonRefusal, parseBoundedJson } from '../../../../shared/text/bounded-json';
import { wrongField, wrongValueText } from '../../../../shared/text/wrong-value';

/** Ids name files, so they hold no character that has a meaning in a path. */
export const id = z.string().regex(/^[\w-]{1,100}$/, 'must be an id made by Gatehouse');
export const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal');
/** Milliseconds since the epoch, within the range of a `Date`. */
export const time = z.int().min(0).max(8.64e15);
export const flag = z.union([z.literal(0), z.literal(1)]);
export const text = (most: number) => z.string().max(most);
/** A number the database assigned. */
export const serial = z.int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
export const count = z.int().min(0).max(1e12);
export const place = z.int().min(0).max(1_000_000);
export const milliseconds = z.number().min(0).max(1e12);
/** Rows that wait for undo to end are not exported. */
export const notRemoved = z.null();

export const model = text(300);
export const profileId = text(100);
export const requestId = text(1_000).nullable();
export const idempotencyKey = text(300).nullable();

/** Beyond the bound an amount is unknown, as it is where a gateway reports one. */
export const amount = z
  .int()
  .nullable()
  .transform((parts) => (parts !== null && Math.abs(parts) <= MAX_AMOUNT ? parts : null));

/** The same for what is never below zero; there it is unknown. */
export const charge = amount.transform((parts) => (parts !== null && parts < 0 ? null : parts));

/** The request that produced a generated result. */
export const parameters = z.record(text(100), z.union([text(200_000), z.number()]));
export const extra = storedExtraSchema;

export const owner = {
  owner_kind: z.enum(['batch', 'comparison', 'experiment']).nullable(),
  owner_id: id.nullable(),
};
export const jobOwner = {
  ...owner,
  owner_kind: z.enum(['batch', 'comparison', 'experiment', 'message']).nullable(),
};

/** What is known of the sound and video of a file. */
export const mediaFacts = z.object({
  sampleRate: z.int().min(1).max(10_000_000).optional(),
  channels: z.int().min(1).max(1_000).optional(),
  frameRate: z.number().min(0.1).max(1_000).optional(),
  frames: z.int().min(2).max(1_000_000_000).optional(),
  videoCodec: z.string().max(40).optional(),
  audioCodec: z.string().max(40).optional(),
  isCut: z.boolean().optional(),
  undecoded: z.enum(undecodedReasons).optional(),
  document: z
    .object({
      pages: z.int().min(0).max(1_000_000),
      characters: z.int().min(0).max(10_000_000),
      isCut: z.boolean().optional(),
      isDrawable: z.boolean().optional(),
      unread: z.enum(unreadReasons).optional(),
    })
    .optional(),
});

const errorData = z.object({
  code: text(200),
  message: text(100_000),
  statusCode: z.number().optional(),
  requestId: text(1_000).optional(),
  retryAfterMs: z.number().optional(),
  field: text(1_000).optional(),
  details: z.json().optional(),
  attempts: count.optional(),
  outcomeUnknown: z.boolean().optional(),
  stage: z.enum(['request', 'generation', 'polling', 'download', 'save']).optional(),
  isOutOfCredits: z.boolean().optional(),
});

/** More than a call brings into the app at once (8 MB), each character escaped. */
const storedCharacters = 48_000_000;

/** A column that holds JSON, checked by its schema and written in its parsed form. */
export function json<Schema extends z.ZodType>(schema: Schema, maxCharacters = storedCharacters) {
  return z.string().transform((value, context) => {
    const parsed = schema.safeParse(parse(value, maxCharacters, context));
    if (parsed.success) return JSON.stringify(parsed.data);
    const [issue] = parsed.error.issues;
    const where = wrongField(issue) || 'it';
    context.addIssue({ code: 'custom', message: `${where} ${wrongValueText(issue)}`.slice(0, 300) });
    return z.NEVER;
  });
}

function parse(value: string, maxCharacters: number, context: z.RefinementCtx): unknown {
  try {
    return parseBoundedJson(value, { maxCharacters });
  } catch (cause) {
    if (!(cause instanceof JsonRefusal)) throw cause;
    context.addIssue({ code: 'custom', message: cause.message });
    return undefined;
  }
}

export const error = json(errorData).nullable();
