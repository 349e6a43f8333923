/**
 * Tables whose rows have numbers inside, and the views that have ids and names in their place. A migration that adds a
 * column to such a table makes the view again, from a copy of its record below with that column.
 */
import { nameOf, outerId, seqOfName, storedId } from '../ids';

/** Columns of messages that are stored as they are outside, with what a row has where nothing else is said. */
const MESSAGE_FIELDS: Readonly<Record<string, string>> = {
  role: 'TEXT NOT NULL',
  status: 'TEXT NOT NULL',
  created_at: 'INTEGER NOT NULL',
  finished_at: 'INTEGER',
  finish_reason: 'TEXT',
  prompt_tokens: 'INTEGER',
  completion_tokens: 'INTEGER',
  first_token_ms: 'REAL',
  total_ms: 'REAL',
  request_id: 'TEXT',
  error: 'TEXT',
  removed_at: 'INTEGER',
  is_cost_stated: 'INTEGER NOT NULL DEFAULT 0',
  stated_credits: 'INTEGER',
  stated_dollars: 'INTEGER',
  is_held: 'INTEGER NOT NULL DEFAULT 0',
  cached_tokens: 'INTEGER',
  reasoning_tokens: 'INTEGER',
  change: 'TEXT',
  asked_format: 'TEXT',
  token_details: 'TEXT',
  token_prices: 'TEXT',
  thinking_ms: 'INTEGER',
};

const LEDGER_FIELDS: Readonly<Record<string, string>> = {
  at: 'INTEGER NOT NULL',
  used: 'INTEGER',
  remaining: 'INTEGER',
  outcome: 'TEXT NOT NULL',
  status_code: 'INTEGER',
  request_id: 'TEXT',
  job_id: 'TEXT',
  total_ms: 'REAL',
  is_checkpoint: 'INTEGER NOT NULL DEFAULT 0',
  estimate_from: 'INTEGER',
  estimate_to: 'INTEGER',
  units: 'REAL',
  unit: "TEXT NOT NULL DEFAULT 'credits' CHECK (unit IN ('credits', 'usd'))",
  generation_id: 'TEXT',
  prompt_tokens: 'INTEGER',
  cached_tokens: 'INTEGER',
  completion_tokens: 'INTEGER',
  reasoning_tokens: 'INTEGER',
};

/** A column that is stored otherwise than it is outside: its name there, and what each is made of. */
interface Turned {
  readonly inside: string;
  readonly type: string;
  readonly toInside: (outer: string) => string;
  readonly toOuter: (inner: string) => string;
}

const id = (inside: string, type = 'ANY'): Turned => ({ inside, type, toInside: storedId, toOuter: outerId });
const name = (inside: string, type = 'INTEGER'): Turned => ({
  inside,
  type: `${type} REFERENCES names (seq)`,
  toInside: seqOfName,
  toOuter: nameOf,
});

/** A parent that is gone has the number 0, which no message has: one without a parent begins a chat. */
export const parentOf = (outer: string, stored: string): string =>
  `iif(${outer} IS NULL, NULL, coalesce((SELECT seq FROM message_rows WHERE id = ${stored}), 0))`;

const MESSAGE_KEYS: Readonly<Record<string, Turned>> = {
  id: id('id', 'ANY NOT NULL UNIQUE'),
  conversation_id: {
    inside: 'conversation_seq',
    type: 'INTEGER NOT NULL REFERENCES conversations (seq) ON DELETE CASCADE',
    // No chat has the number 0: a message of none is refused as one that refers to nothing.
    toInside: (outer) => `coalesce((SELECT seq FROM conversations WHERE id = ${outer}), 0)`,
    toOuter: (inner) => `(SELECT id FROM conversations WHERE seq = ${inner})`,
  },
  parent_id: {
    inside: 'parent_seq',
    type: 'INTEGER',
    toInside: (outer) => parentOf(outer, storedId(outer)),
    toOuter: (inner) => `(SELECT ${outerId('up.id')} FROM message_rows up WHERE up.seq = ${inner})`,
  },
  model: name('model_seq'),
  answered_model: name('answered_model_seq'),
  profile_id: name('profile_seq'),
  idempotency_key: id('idempotency_key'),
};

const LEDGER_KEYS: Readonly<Record<string, Turned>> = {
  profile_id: name('profile_seq', 'INTEGER NOT NULL'),
  operation: name('operation_seq', 'INTEGER NOT NULL'),
  model: name('model_seq'),
  conversation_id: name('conversation_seq'),
  message_id: id('message_id'),
  idempotency_key: id('idempotency_key'),
};

interface Kept {
  /** The view, which has what is outside. */
  readonly view: string;
  /** The table, which has what is inside. */
  readonly rows: string;
  readonly serial: string;
  readonly keys: Readonly<Record<string, Turned>>;
  readonly fields: Readonly<Record<string, string>>;
  /** Rows that are never changed or deleted. */
  readonly isAppendOnly: boolean;
}

export const MESSAGES: Kept = {
  view: 'messages',
  rows: 'message_rows',
  serial: 'seq',
  keys: MESSAGE_KEYS,
  fields: MESSAGE_FIELDS,
  isAppendOnly: false,
};
export const LEDGER: Kept = {
  view: 'ledger',
  rows: 'ledger_rows',
  serial: 'id',
  keys: LEDGER_KEYS,
  fields: LEDGER_FIELDS,
  isAppendOnly: true,
};

export const insideOf = ({ keys, fields }: Kept): readonly string[] => [
  ...Object.values(keys).map(({ inside }) => inside),
  ...Object.keys(fields),
];

/** @param table its name until it takes the place of the old one */
export const created = (kept: Kept, table: string): string => `CREATE TABLE ${table} (
    ${kept.serial} INTEGER PRIMARY KEY AUTOINCREMENT,
    ${Object.values(kept.keys)
      .map(({ inside, type }) => `${inside} ${type}`)
      .concat(Object.entries(kept.fields).map(([field, type]) => `${field} ${type}`))
      .join(',\n    ')}
  ) STRICT`;

/** What a row of the table is made of, from a row with the columns that are outside. */
export const insides = ({ keys, fields }: Kept, row: string): string =>
  [
    ...Object.entries(keys).map(([outer, { toInside }]) => toInside(`${row}.${outer}`)),
    ...Object.entries(fields).map(([field, type]) => {
      const usual = / DEFAULT (\S+)/.exec(type)?.[1];
      return usual === undefined ? `${row}.${field}` : `coalesce(${row}.${field}, ${usual})`;
    }),
  ].join(',\n      ');

/** The names that a row needs, as the rows of a query. */
export const namesIn = ({ keys }: Kept, column: (outer: string) => string): string =>
  Object.entries(keys)
    .filter(([, { type }]) => type.includes('REFERENCES names'))
    .map(([outer]) => column(outer))
    .join(' UNION ');

export const REFUSED = "SELECT RAISE(ABORT, 'the ledger is append-only')";

const changed = (kept: Kept): string =>
  `UPDATE ${kept.rows} SET (${insideOf(kept).join(', ')}) = (SELECT ${insides(kept, 'new')})
      WHERE ${kept.serial} = old.${kept.serial}`;

/**
 * A view has what is outside: texts of ids and names. It is what archives, repairs and checks read and write; questions
 * that are asked often are put to the table.
 */
export const viewOf = (kept: Kept): string => `
  CREATE VIEW ${kept.view} AS SELECT r.${kept.serial},
    ${Object.entries(kept.keys)
      .map(([outer, { inside, toOuter }]) => `${toOuter(`r.${inside}`)} AS ${outer}`)
      .concat(Object.keys(kept.fields).map((field) => `r.${field}`))
      .join(',\n    ')}
    FROM ${kept.rows} r;
  CREATE TRIGGER ${kept.view}_added INSTEAD OF INSERT ON ${kept.view} BEGIN
    INSERT INTO names (name) SELECT wanted.name FROM (${namesIn(kept, (outer) => `SELECT new.${outer} AS name`)}) wanted
      WHERE wanted.name IS NOT NULL AND NOT EXISTS (SELECT 1 FROM names known WHERE known.name = wanted.name);
    INSERT INTO ${kept.rows} (${[kept.serial, ...insideOf(kept)].join(', ')})
      VALUES (new.${kept.serial}, ${insides(kept, 'new')});
  END;
  CREATE TRIGGER ${kept.view}_changed INSTEAD OF UPDATE ON ${kept.view} BEGIN
    ${kept.isAppendOnly ? REFUSED : changed(kept)};
  END;
  CREATE TRIGGER ${kept.view}_gone INSTEAD OF DELETE ON ${kept.view} BEGIN
    ${kept.isAppendOnly ? REFUSED : `DELETE FROM ${kept.rows} WHERE ${kept.serial} = old.${kept.serial}`};
  END;`;
