/** Of rows whose replies were asked to follow a schema: the fields of the reply, and whether it follows the schema. */
import type { Batch, BatchRow } from '../../../shared/lab/batch';
import { type CheckReply, notJson } from '../../../shared/run/reply-fit';
import { type JsonSchema, rowFormat } from '../../../shared/run/response-format';
import { exactly, writeExactly } from '../../../shared/text/exact-json';
import type { BatchTurn } from '../ports/batches';
import type { Ports } from '../ports/ports';

type Found = Pick<BatchRow, 'fields' | 'misfit'>;
export type ReadRowFormat = (turn: BatchTurn) => Found;

const nothing: Found = {};

/** Reads the rows of one batch. Rows of other batches, and rows without a reply, have neither. */
export function rowFormatOf(
  {
    storage: { messages },
    replyChecker,
    withinMoment,
  }: Pick<Ports, 'storage' | 'replyChecker' | 'withinMoment'>,
  batch: Batch | undefined,
): ReadRowFormat {
  const asked = batch?.modality === 'chat' ? rowFormat(batch.settings) : null;
  if (asked === null) return () => nothing;
  let check = withinMoment(() => checkerOf(asked.schema, replyChecker));
  return ({ status, replyId }) => {
    const text = status === 'done' && replyId !== null ? messages.get(replyId)?.text : undefined;
    if (text === undefined || check === null) return nothing;
    const checked = check;
    const fit = withinMoment(() => checked(text));
    // A schema may branch into more ways than can ever be tried: nothing is said of the rows that follow either.
    if (fit === null) check = null;
    if (fit === null) return nothing;
    if (!fit.isJson) return { fields: asked.fields.map(() => null), misfit: { pointer: '', why: notJson } };
    const value = exactly(text, fit.value);
    return { fields: asked.fields.map((name) => fieldText(value, name)), misfit: fit.misfit };
  };
}

/** `null` where the schema can't be used: then nothing is said of its rows. */
function checkerOf(schema: JsonSchema, replyChecker: Ports['replyChecker']): CheckReply | null {
  try {
    const check = replyChecker(withoutPatterns(schema));
    check('{}');
    return check;
  } catch {
    return null;
  }
}

/** A pattern may try for hours, and here everything would wait for it: a worker of the page checks patterns. */
function withoutPatterns(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    (name === 'pattern' && typeof value === 'string') || name === 'patternProperties' ? undefined : value,
  );
}

/** A text as it is, anything else as JSON; `null` where the reply doesn't have the field. */
function fieldText(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
  const field = (value as Record<string, unknown>)[name];
  return typeof field === 'string' ? field : (writeExactly(field) ?? null);
}
