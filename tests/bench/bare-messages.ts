/** The messages of a data folder in a table that has nothing else, with the same index of words: what can't be left out. */
import { type Database, openDatabase } from '../../electron/storage/db/driver';
import { textOfMessage } from '../../electron/storage/db/message-parts';
import { wordsOfText } from '../../shared/text/search-text';

/** As many as the app takes into its index at once. */
const ROWS_AT_ONCE = 100;

/** @param target made here */
export function writeBareMessages(app: Database, target: string): void {
  const bare = openDatabase(target);
  try {
    bare.exec(`CREATE TABLE messages (
      id INTEGER PRIMARY KEY, parent INTEGER, role TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL) STRICT`);
    bare.exec(
      app.get<{ sql: string }>("SELECT sql FROM sqlite_schema WHERE name = 'messages_words'")?.sql ?? '',
    );
    copyMessages(app, bare);
    indexWords(bare);
  } finally {
    bare.close();
  }
}

interface Row {
  readonly seq: number;
  readonly parent: number | null;
  readonly role: string;
  readonly at: number;
}

function copyMessages(app: Database, bare: Database): void {
  const rows = app.all<Row>(
    'SELECT seq, parent_seq AS parent, role, created_at AS at FROM message_rows ORDER BY seq',
  );
  bare.transaction(() => {
    for (const { seq, parent, role, at } of rows)
      bare.run('INSERT INTO messages VALUES (?, ?, ?, ?, ?)', seq, parent, role, textOfMessage(app, seq), at);
  });
}

/** The newest first, as the app does it. */
function indexWords(bare: Database): void {
  const newest = bare.get<{ id: number }>('SELECT max(id) AS id FROM messages')?.id ?? 0;
  for (let last = newest; last > 0; last -= ROWS_AT_ONCE) {
    const rows = bare.all<{ id: number; text: string }>(
      'SELECT id, text FROM messages WHERE id > ? AND id <= ? ORDER BY id DESC',
      ...[last - ROWS_AT_ONCE, last],
    );
    bare.transaction(() => {
      for (const { id, text } of rows)
        bare.run('INSERT INTO messages_words (rowid, text) VALUES (?, ?)', id, wordsOfText(text));
    });
  }
}
