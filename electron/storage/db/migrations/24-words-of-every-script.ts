import type { Migration } from '../migrate';

/** Letters, numbers and the marks that are part of letters; accents are gone before a text comes here. */
const TOKENS = `tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'"`;

interface Indexed {
  readonly table: string;
  readonly columns: readonly string[];
  readonly options?: string;
  /** Which rows are in the index; `row` stands for the row. */
  readonly only?: (row: string) => string;
}

/**
 * Words are folded and separated by the app (`shared/text/search-text.ts`), which SQL can't: triggers note which rows have
 * changed, and `search-index.ts` takes them in. The index holds no second copy of the text.
 */
function indexed({ table, columns, options = '', only }: Indexed): string {
  const when = (row: string) => (only === undefined ? '' : `WHEN ${only(row)}`);
  // Not "or ignore": inside a trigger, what the statement outside says about conflicts holds instead.
  const noted = `INSERT INTO ${table}_unindexed
      SELECT new.seq WHERE NOT EXISTS (SELECT 1 FROM ${table}_unindexed WHERE seq = new.seq)`;
  return `
  DROP TRIGGER IF EXISTS ${table}_text_added;
  DROP TRIGGER IF EXISTS ${table}_text_changed;
  DROP TRIGGER IF EXISTS ${table}_text_renamed;
  DROP TRIGGER IF EXISTS ${table}_text_removed;
  DROP TABLE ${table}_text;
  CREATE VIRTUAL TABLE ${table}_words USING fts5 (
    ${columns.join(', ')}, content='', contentless_delete=1, ${TOKENS}${options});
  CREATE TABLE ${table}_unindexed (seq INTEGER PRIMARY KEY) STRICT;
  CREATE TRIGGER ${table}_words_added AFTER INSERT ON ${table} ${when('new')} BEGIN
    ${noted};
  END;
  CREATE TRIGGER ${table}_words_changed AFTER UPDATE OF ${[...columns, ...(only ? ['status'] : [])].join(', ')} ON ${table} ${when('new')} BEGIN
    ${noted};
  END;
  CREATE TRIGGER ${table}_words_removed AFTER DELETE ON ${table} BEGIN
    DELETE FROM ${table}_unindexed WHERE seq = old.seq;
    DELETE FROM ${table}_words WHERE rowid = old.seq;
  END;
  INSERT INTO ${table}_unindexed SELECT seq FROM ${table} ${only === undefined ? '' : `WHERE ${only(table)}`};`;
}

const PREFIXES = `, prefix='2 3'`;

export const wordsOfEveryScript: Migration = {
  version: 24,
  name: 'words of every script',
  sql: `
  ${indexed({
    table: 'messages',
    columns: ['text'],
    options: PREFIXES,
    // A reply enters the index when it has ended: indexing it as it grows would cost its length at every save.
    only: (row) => `${row}.status <> 'streaming'`,
  })}
  ${indexed({ table: 'media', columns: ['prompt', 'model', 'file_name'] })}
  ${indexed({ table: 'prompts', columns: ['name', 'tags', 'text'], options: PREFIXES })}

  -- The title as it is compared; NULL until the app has folded it.
  ALTER TABLE conversations ADD COLUMN search_title TEXT;
  CREATE TRIGGER conversations_retitled AFTER UPDATE OF title ON conversations BEGIN
    UPDATE conversations SET search_title = NULL WHERE id = new.id;
  END;
  CREATE INDEX conversations_untitled ON conversations (id) WHERE search_title IS NULL;
  DROP INDEX conversations_by_title;
  CREATE INDEX conversations_by_title ON conversations (updated_at DESC, search_title, id) WHERE removed_at IS NULL;
  `,
};
