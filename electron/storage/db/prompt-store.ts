import type { Prompt, PromptPage, PromptSummary, PromptVersion } from '../../../shared/run/prompts';
import type { PromptQuery, PromptStore } from '../../core/ports/prompts';
import type { Database, SqlValue } from './driver';
import { readJson } from './json-column';
import { catchUp, searchWords } from './search-index';

interface Row {
  id: string;
  name: string;
  text: string;
  tags: string;
  last_values: string;
  created_at: number;
  updated_at: number;
  version: number;
}

interface SummaryRow extends Pick<Row, 'id' | 'name' | 'tags' | 'updated_at'> {
  seq: number;
  recent_at: number;
  excerpt: string;
  leads: number;
}

const EXCERPT_CHARACTERS = 200;
const SEQ_OF = '(SELECT seq FROM prompts WHERE id = ?)';

/** The prompt library; every query costs what it returns, or what its words and tag select. */
export function createPromptStore(database: Database): PromptStore {
  return {
    get(id) {
      const row = database.get<Row>('SELECT * FROM prompts WHERE id = ? AND removed_at IS NULL', id);
      return row && toPrompt(row);
    },
    page: (query) => page(database, query),
    named(name) {
      const row = database.get<Row>(
        'SELECT * FROM prompts WHERE name = ? AND removed_at IS NULL ORDER BY recent_at DESC LIMIT 1',
        name,
      );
      return row && toPrompt(row);
    },
    tags: () =>
      database.all(
        `SELECT min(t.tag) AS tag, count(*) AS prompts FROM prompt_tags t JOIN prompts p ON p.seq = t.prompt_seq
         WHERE p.removed_at IS NULL GROUP BY t.tag ORDER BY t.tag`,
      ),
    put: (prompt, now, note = '') => put(database, prompt, now, note),
    versions: (id) =>
      database.all<PromptVersion>(
        `SELECT version, text, note, created_at AS createdAt FROM prompt_versions
         WHERE prompt_seq = ${SEQ_OF} ORDER BY version DESC`,
        id,
      ),
    promote(id, version, now) {
      database.run(
        `UPDATE prompts AS p SET version = v.version, text = v.text, updated_at = ?
         FROM prompt_versions v WHERE p.id = ? AND v.prompt_seq = p.seq AND v.version = ?`,
        ...[now, id, version],
      );
    },
    setNote(id, version, note) {
      database.run(
        `UPDATE prompt_versions SET note = ? WHERE prompt_seq = ${SEQ_OF} AND version = ?`,
        ...[note, id, version],
      );
    },
    use(id, values, now) {
      const text = JSON.stringify(values);
      // Above all others, also one that was saved in the same millisecond, or before the clock was set back.
      const newest =
        '(SELECT coalesce(max(recent_at), 0) FROM prompts WHERE removed_at IS NULL AND id <> ?3)';
      database.run(
        `UPDATE prompts SET last_values = ?1, recent_at = max(?2, ${newest} + 1) WHERE id = ?3`,
        text,
        now,
        id,
      );
    },
    setRemoved(id, at) {
      database.run('UPDATE prompts SET removed_at = ? WHERE id = ?', at, id);
    },
    purgeRemoved() {
      database.run('DELETE FROM prompts WHERE removed_at IS NOT NULL');
    },
  };
}

function put(
  database: Database,
  { id, name, text, tags }: Parameters<PromptStore['put']>[0],
  now: number,
  note: string,
): void {
  database.transaction(() => {
    const before = database.get<Pick<Row, 'text'>>('SELECT text FROM prompts WHERE id = ?', id)?.text;
    database.run(
      `INSERT INTO prompts (id, name, text, tags, created_at, updated_at, recent_at) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, text = excluded.text, tags = excluded.tags,
         updated_at = excluded.updated_at, recent_at = excluded.recent_at, removed_at = NULL`,
      ...[id, name, text, JSON.stringify(tags), now, now, now],
    );
    if (before !== text) addVersion(database, id, { text, note, now });
    database.run('DELETE FROM prompt_tags WHERE prompt_seq = (SELECT seq FROM prompts WHERE id = ?)', id);
    for (const tag of tags) {
      database.run('INSERT OR IGNORE INTO prompt_tags SELECT ?, seq FROM prompts WHERE id = ?', tag, id);
    }
  });
}

/** The newest version, which is the one in use from then on. */
function addVersion(
  database: Database,
  id: string,
  { text, note, now }: { readonly text: string; readonly note: string; readonly now: number },
): void {
  const next = `SELECT coalesce(max(version), 0) + 1 AS version FROM prompt_versions WHERE prompt_seq = ${SEQ_OF}`;
  const version = database.get<{ version: number }>(next, id)?.version ?? 1;
  database.run(
    `INSERT INTO prompt_versions (prompt_seq, version, text, note, created_at) VALUES (${SEQ_OF}, ?, ?, ?, ?)`,
    ...[id, version, text, note, now],
  );
  database.run('UPDATE prompts SET version = ? WHERE id = ?', version, id);
}

/** The filters of a selection, as SQL over `prompts p`. */
function narrowing(
  database: Database,
  { query, tag }: PromptQuery,
): { where: string; params: readonly SqlValue[] } | null {
  const words = searchWords(query);
  if (words === '' && query.trim() !== '') return null;
  const clauses = ['p.removed_at IS NULL'];
  const params: SqlValue[] = [];
  if (words !== '') {
    catchUp(database, 'prompts');
    clauses.push('p.seq IN (SELECT rowid FROM prompts_words WHERE prompts_words MATCH ?)');
    params.push(words);
  }
  if (tag !== null) {
    clauses.push('p.seq IN (SELECT prompt_seq FROM prompt_tags WHERE tag = ?)');
    params.push(tag);
  }
  return { where: clauses.join(' AND '), params };
}

/** Keyset paging; names that begin with the search text come first. */
function page(database: Database, query: PromptQuery): PromptPage {
  const narrowed = narrowing(database, query);
  if (narrowed === null) return { prompts: [], nextCursor: null, total: 0 };
  const { where, params } = narrowed;
  const leads = query.query.trim() === '' ? '0' : `(p.name LIKE ? ESCAPE '\\')`;
  const pattern = query.query.trim() === '' ? [] : [`${query.query.trim().replace(/[\\%_]/g, '\\$&')}%`];
  const order = query.query.trim() === '' ? '' : 'leads DESC, ';
  const rows = database.all<SummaryRow>(
    `SELECT p.id, p.seq, p.name, p.tags, p.updated_at, p.recent_at, substr(p.text, 1, ?) AS excerpt, ${leads} AS leads
     FROM prompts p WHERE ${where} AND (${leads}, p.recent_at, p.seq) < (?, ?, ?)
     ORDER BY ${order}p.recent_at DESC, p.seq DESC LIMIT ?`,
    ...[EXCERPT_CHARACTERS, ...pattern, ...params, ...pattern, ...parseCursor(query.cursor), query.limit + 1],
  );
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const counted = database.get<{ total: number }>(
    `SELECT count(*) AS total FROM prompts p WHERE ${where}`,
    ...params,
  );
  return {
    prompts: shown.map(toSummary),
    nextCursor: rows.length > query.limit && last ? `${last.leads} ${last.recent_at} ${last.seq}` : null,
    total: counted?.total ?? 0,
  };
}

function parseCursor(cursor: string | null): readonly number[] {
  if (cursor === null) return [2, 0, 0];
  const [leads, recentAt, seq] = cursor.split(' ').map((part) => Number(part) || 0);
  return [leads ?? 0, recentAt ?? 0, seq ?? 0];
}

function toSummary({ id, name, tags, updated_at: updatedAt, excerpt }: SummaryRow): PromptSummary {
  return { id, name, tags: readJson(tags, []), updatedAt, excerpt: excerpt.replace(/\s+/g, ' ').trim() };
}

function toPrompt(row: Row): Prompt {
  return {
    id: row.id,
    name: row.name,
    text: row.text,
    tags: readJson(row.tags, []),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastValues: readJson(row.last_values, {}),
    version: row.version,
  };
}
