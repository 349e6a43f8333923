import { createHash } from 'node:crypto';
import { type SavedTool, savedToolLimits, type ToolKey } from '../../../shared/run/saved-tools';
import type { Tool } from '../../../shared/run/tools';
import { sortedJson } from '../../../shared/text/sorted-json';
import type { SavedToolStore } from '../../core/ports/saved-tools';
import type { Database } from './driver';
import { readJson } from './json-column';

type Row = Omit<SavedTool, 'hasAnswers'> & { readonly hasAnswers: number };

/** Damaged rows are left out: they must not end the list. */
const LIST = `SELECT server, name, schema_hash AS schemaHash,
    substr(coalesce(json_extract(tool, '$.description'), ''), 1, ?1) AS description,
    substr(coalesce((SELECT group_concat(key, ', ') FROM json_each(tool, '$.parameters.properties')), ''), 1, ?1)
      AS argumentNames,
    coalesce(json_type(tool, '$.answer'), json_type(tool, '$.mocks'), json_type(tool, '$.automatic')) IS NOT NULL
      AS hasAnswers
  FROM saved_tools WHERE removed_at IS NULL AND json_valid(tool)
  ORDER BY name COLLATE NOCASE, server, created_at`;

const WHERE = 'WHERE server = ? AND name = ? AND schema_hash = ?';

/** The library of tools; the core bounds their number. */
export function createSavedToolStore(database: Database): SavedToolStore {
  return {
    list: () =>
      database
        .all<Row>(LIST, savedToolLimits.excerptCharacters)
        .map((row) => ({ ...row, hasAnswers: row.hasAnswers === 1 })),
    get(key) {
      const select = `SELECT tool FROM saved_tools ${WHERE} AND removed_at IS NULL`;
      const row = database.get<{ tool: string }>(select, ...columnsOf(key));
      return readJson<Tool | null>(row?.tool, null) ?? undefined;
    },
    keyOf: ({ name, parameters }, server) => ({ server, name, schemaHash: hashOf(parameters) }),
    put(key, tool, now) {
      database.run(
        `INSERT INTO saved_tools (server, name, schema_hash, tool, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (server, name, schema_hash) DO UPDATE
           SET tool = excluded.tool, updated_at = excluded.updated_at, removed_at = NULL`,
        ...[...columnsOf(key), JSON.stringify(tool), now, now],
      );
    },
    setRemoved(key, at) {
      database.run(`UPDATE saved_tools SET removed_at = ? ${WHERE}`, at, ...columnsOf(key));
    },
    purgeRemoved() {
      database.run('DELETE FROM saved_tools WHERE removed_at IS NOT NULL');
    },
  };
}

const columnsOf = ({ server, name, schemaHash }: ToolKey) => [server, name, schemaHash] as const;

const hashOf = (schema: Tool['parameters']): string =>
  createHash('sha256').update(sortedJson(schema)).digest('hex');
