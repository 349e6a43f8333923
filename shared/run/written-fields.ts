/**
 * What a request body that was written as JSON has beside the form and the extra parameters: fields whose values the form
 * doesn't take, fields that are left out although the app sends them, and the order. It belongs to the settings, so it goes
 * where they go: presets, columns, batches, forks, archives.
 */
import { z } from 'zod';
import { type Extra, namesOf } from '../extra/field-names';
import { limits } from '../limits';

type Body = Readonly<Record<string, unknown>>;

export interface WrittenFields {
  /** Sent as they are, in no gateway's words, where the form sets none of their names. */
  readonly fields?: Body | undefined;
  /** Not sent, as long as the form says what their absence says. */
  readonly without?: readonly LeftOut[] | undefined;
  /** The names of the fields as they were written; others follow. */
  readonly order?: readonly string[] | undefined;
}

/** What an imported chat would send beside the form, see `held-fields.ts`. */
export interface HeldFields {
  readonly extra?: Extra | undefined;
  readonly written?: WrittenFields | undefined;
}

/** What the app sends unasked; every other field is sent where the form shows it. */
export const leftOut = ['stream', 'stream_options'] as const;
type LeftOut = (typeof leftOut)[number];

const name = z.string().max(1_000);

export const writtenFieldsSchema: z.ZodType<WrittenFields, WrittenFields> = z.strictObject({
  fields: z
    .record(z.string(), z.json())
    .refine((value) => JSON.stringify(value).length <= limits.extraParametersCharacters, 'is too large')
    .optional(),
  without: z.array(z.enum(leftOut)).max(leftOut.length).optional(),
  order: z.array(name).max(2_000).optional(),
});

/** A finished body with what was written in its place. */
export function asWritten<Built extends Body>(body: Built, written: WrittenFields | undefined): Built {
  if (written === undefined) return body;
  const { fields = {}, without = [], order = [] } = written;
  const isLeft = (name: string) => without.some((one) => one === name) && isAbsenceMeant(name, body);
  const kept = Object.entries(body).filter(([name]) => !isLeft(name));
  const own = Object.entries(fields).filter(([name]) => !isInForm(name, body));
  const all = new Map<string, unknown>([...kept, ...own]);
  const first = order.filter((name) => all.has(name));
  const last = [...all.keys()].filter((name) => !order.includes(name));
  return Object.fromEntries([...first, ...last].map((name) => [name, all.get(name)])) as Built;
}

/** A body without `stream` is not streamed. */
const isAbsenceMeant = (name: string, body: Body): boolean => name !== 'stream' || body.stream === false;

/** What the form sets replaces what was written; the app's own options of a stream do not. */
function isInForm(name: string, body: Body): boolean {
  if (name === 'stream_options') return false;
  if (name === 'stream') return body.stream !== false;
  const group = ['max_tokens', 'n', 'stop'].map(namesOf).find((names) => names.includes(name)) ?? [name];
  return group.some((one) => Object.hasOwn(body, one));
}
