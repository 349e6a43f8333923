import type { Migration } from '../migrate';

export const prompts: Migration = {
  version: 6,
  name: 'prompts',
  sql: `
  CREATE TABLE prompts (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    -- As a JSON array; once more in prompt_tags, to be looked for.
    tags TEXT NOT NULL DEFAULT '[]',
    last_values TEXT NOT NULL DEFAULT '{}',
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    -- When it was used or changed last.
    recent_at INTEGER NOT NULL,
    -- Set while a deletion can still be undone.
    removed_at INTEGER
  ) STRICT;
  CREATE INDEX prompts_by_recency ON prompts (recent_at DESC, seq DESC) WHERE removed_at IS NULL;
  CREATE INDEX prompts_removed ON prompts (removed_at) WHERE removed_at IS NOT NULL;

  CREATE TABLE prompt_tags (
    tag TEXT NOT NULL COLLATE NOCASE,
    prompt_seq INTEGER NOT NULL REFERENCES prompts (seq) ON DELETE CASCADE,
    PRIMARY KEY (tag, prompt_seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX prompt_tags_by_prompt ON prompt_tags (prompt_seq);

  CREATE VIRTUAL TABLE prompts_text USING fts5 (
    name, tags, text, content='prompts', content_rowid='seq', tokenize="unicode61 remove_diacritics 2", prefix='2 3');
  CREATE TRIGGER prompts_text_added AFTER INSERT ON prompts BEGIN
    INSERT INTO prompts_text (rowid, name, tags, text) VALUES (new.seq, new.name, new.tags, new.text);
  END;
  CREATE TRIGGER prompts_text_changed AFTER UPDATE OF name, tags, text ON prompts BEGIN
    INSERT INTO prompts_text (prompts_text, rowid, name, tags, text)
      VALUES ('delete', old.seq, old.name, old.tags, old.text);
    INSERT INTO prompts_text (rowid, name, tags, text) VALUES (new.seq, new.name, new.tags, new.text);
  END;
  CREATE TRIGGER prompts_text_removed AFTER DELETE ON prompts BEGIN
    INSERT INTO prompts_text (prompts_text, rowid, name, tags, text)
      VALUES ('delete', old.seq, old.name, old.tags, old.text);
  END;
  `,
};
