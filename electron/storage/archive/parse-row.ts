import { type JsonBounds, JsonRefusal, parseBoundedJson } from '../../../shared/bounded-json';
import { wrongField, wrongValueText } from '../../../shared/wrong-value';
import { foreign } from './damaged';
import { MAX_LINE_BYTES } from './lines';
import type { Row } from './row';
import { schemaOf } from './rows/row-schemas';

/** A line has at most as many characters as bytes. */
const bounds: JsonBounds = { maxCharacters: MAX_LINE_BYTES };

/**
 * Parses one line of a table into a row of known columns with values in their bounds. A column may be missing, since
 * the archive may be older than it.
 * @throws AppError `invalid_input` that names the table and what is wrong.
 */
export function parseRow(table: string, line: string): Row {
  const schema = schemaOf(table);
  if (schema === undefined) throw foreign(`it has a table “${table}”, which no Gatehouse archive has`);
  const checked = schema.safeParse(parseLine(table, line));
  if (checked.success) return withoutUndefined(checked.data);
  const [issue] = checked.error.issues;
  const where = wrongField(issue) || 'it';
  throw foreign(`a row of “${table}” is wrong: ${where} ${wrongValueText(issue)}`.slice(0, 400));
}

function parseLine(table: string, line: string): unknown {
  try {
    return parseBoundedJson(line, bounds);
  } catch (cause) {
    if (cause instanceof JsonRefusal) throw foreign(`a row of “${table}” ${cause.message}`);
    throw cause;
  }
}

const withoutUndefined = (row: Record<string, unknown>): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row;
