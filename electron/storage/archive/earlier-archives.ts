/**
 * What archives of earlier versions have elsewhere: messages made before they had parts, and files from
 * when only images could be attached.
 */
import type { SqlValue } from '../db/driver';
import type { Row } from './tables';

/** Answers `null` for a table that the archive doesn't have. */
type RowsOf = (table: string) => Iterable<Row> | null;

export function withParts(rowsOf: RowsOf): RowsOf {
  return (table) => {
    const rows = rowsOf(table);
    if (table !== 'message_parts' || rows !== null) return rows;
    const messages = rowsOf('messages');
    return messages && partsOf(messages, rowsOf);
  };
}

function* partsOf(messages: Iterable<Row>, rowsOf: RowsOf): Generator<Row> {
  const images = grouped(rowsOf('attachment_uses'), imageOf);
  const results = grouped(rowsOf('jobs'), resultOf);
  const shown = grouped<SqlValue>(rowsOf('message_media'), ({ message_id, of_message_id = null }) => [
    message_id,
    of_message_id,
  ]);
  for (const { seq = null, id = null, ...said } of messages) {
    const owners: readonly SqlValue[] = [...(shown.get(id) ?? []), id];
    const parts = [
      ...textPart('reasoning', said.reasoning),
      ...textPart('text', said.text),
      ...(images.get(id) ?? []),
      ...owners.flatMap((owner) => results.get(owner) ?? []),
      ...textPart('refusal', said.refusal),
      ...toolCalls(said.tool_calls),
    ];
    for (const [at, part] of parts.entries())
      yield { ...part, message_seq: seq, number: at + 1, position: at + 1 };
  }
}

const noRefs: Row = { file_id: null, job_id: null };

const textPart = (type: string, text: SqlValue | undefined): readonly Row[] =>
  typeof text === 'string' && text !== '' ? [{ ...noRefs, type, content: text }] : [];

function toolCalls(json: SqlValue | undefined): readonly Row[] {
  if (typeof json !== 'string') return [];
  const calls = JSON.parse(json) as readonly unknown[];
  return calls.map((call) => ({ ...noRefs, type: 'toolCall', content: JSON.stringify(call) }));
}

function imageOf({ owner_kind, owner_id, attachment_id = null, name = '' }: Row): Entry<Row> | null {
  if (owner_kind !== 'message') return null;
  return [owner_id, { ...noRefs, type: 'image', content: name, file_id: attachment_id }];
}

function resultOf({ owner_kind, owner_id, id = null, modality }: Row): Entry<Row> | null {
  if (owner_kind !== 'message') return null;
  const type = modality === 'speech' ? 'audio' : modality === 'video' ? 'video' : 'image';
  return [owner_id, { ...noRefs, type, content: '', job_id: id }];
}

type Entry<Value> = readonly [owner: SqlValue | undefined, value: Value];

/** Rows by what they belong to, in their order. */
function grouped<Value>(
  rows: Iterable<Row> | null,
  read: (row: Row) => Entry<Value> | null,
): ReadonlyMap<SqlValue, readonly Value[]> {
  const found = new Map<SqlValue, Value[]>();
  for (const row of rows ?? []) {
    const [owner = null, value] = read(row) ?? [];
    if (owner === null || value === undefined) continue;
    const others = found.get(owner);
    if (others === undefined) found.set(owner, [value]);
    else others.push(value);
  }
  return found;
}

/**
 * Files of archives made when only images could be attached: named by their hash alone, in tables of their
 * own. They get their numbers here, as the migration of the database gives them.
 */
export function withFiles(rowsOf: RowsOf): RowsOf {
  const isEarlier = rowsOf('files') === null;
  const numbers = isEarlier ? numbered(rowsOf('attachments') ?? []) : new Map<SqlValue, number>();
  const changes: Readonly<Record<string, readonly [from: string, change: Change]>> = {
    files: ['attachments', (row) => ({ ...row, seq: numbers.get(row.id ?? null) ?? null, kind: 'image' })],
    file_uses: ['attachment_uses', useOf],
    message_parts: [
      'message_parts',
      (row) => ({ ...row, file_seq: numbers.get(row.file_id ?? null) ?? null }),
    ],
  };
  function useOf({ attachment_id = null, ...use }: Row): Row | null {
    const number = numbers.get(attachment_id);
    return use.owner_kind === 'message' || number === undefined ? null : { ...use, file_seq: number };
  }
  return (table) => {
    const [from, change] = (isEarlier && changes[table]) || [table, null];
    const rows = rowsOf(from);
    return rows === null || change === null ? rows : changed(rows, change);
  };
}

type Change = (row: Row) => Row | null;

function* changed(rows: Iterable<Row>, change: Change): Generator<Row> {
  for (const row of rows) {
    const now = change(row);
    if (now !== null) yield now;
  }
}

const numbered = (rows: Iterable<Row>): ReadonlyMap<SqlValue, number> =>
  new Map([...rows].map(({ id = null }, at) => [id, at + 1]));
