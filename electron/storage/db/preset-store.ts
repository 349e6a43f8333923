import { liftSetup } from '../../../shared/extra/lift-extra';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { fromTab } from '../../../shared/run/earlier-shapes';
import type { Preset } from '../../../shared/run/presets';
import type { PresetStore } from '../../core/ports/presets';
import type { Database } from './driver';
import { readJson } from './json-column';

interface Row {
  id: string;
  name: string;
  content: string;
  is_default: number;
  messages: number | null;
  created_at: number;
  updated_at: number;
}

/** Shown as a preset that sets nothing. */
const damaged: Preset['content'] = { modality: 'chat', model: null, settings: {} };

const SELECT = `SELECT id, name, content, is_default, created_at, updated_at,
    CASE WHEN json_valid(messages) THEN json_array_length(messages) END AS messages
  FROM presets`;

/** Presets; the core bounds their number. */
export function createPresetStore(database: Database): PresetStore {
  return {
    all: () => database.all<Row>(`${SELECT} WHERE removed_at IS NULL ORDER BY tab, created_at`).map(toPreset),
    get(id) {
      const row = database.get<Row>(`${SELECT} WHERE id = ? AND removed_at IS NULL`, id);
      return row && toPreset(row);
    },
    has: (id) => database.get('SELECT 1 FROM presets WHERE id = ?', id) !== undefined,
    put: ({ id, name, content, isDefault, createdAt, updatedAt }) =>
      void database.run(
        `INSERT INTO presets (id, tab, name, content, is_default, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, content = excluded.content,
           is_default = excluded.is_default, updated_at = excluded.updated_at`,
        ...[id, content.modality, name, JSON.stringify(content), isDefault ? 1 : 0, createdAt, updatedAt],
      ),
    messagesOf(id) {
      const select = 'SELECT messages FROM presets WHERE id = ? AND removed_at IS NULL';
      return database.get<{ messages: string | null }>(select, id)?.messages ?? null;
    },
    setMessages(id, messages) {
      database.run('UPDATE presets SET messages = ? WHERE id = ?', messages, id);
    },
    setRemoved(id, at) {
      database.run('UPDATE presets SET removed_at = ? WHERE id = ?', at, id);
    },
    clearDefault: (tab) => clearDefault(database, tab),
    purgeRemoved() {
      database.run('DELETE FROM presets WHERE removed_at IS NOT NULL');
    },
  };
}

function clearDefault(database: Database, tab: ModalityId): string | null {
  const where = 'WHERE tab = ? AND is_default = 1 AND removed_at IS NULL';
  const before = database.get<{ id: string }>(`SELECT id FROM presets ${where}`, tab);
  database.run(`UPDATE presets SET is_default = 0 ${where}`, tab);
  return before?.id ?? null;
}

function toPreset({ id, name, content, is_default, messages, created_at, updated_at }: Row): Preset {
  return {
    id,
    name,
    content: liftSetup(fromTab(readJson(content, damaged)) as Preset['content']),
    isDefault: is_default === 1,
    ...(messages !== null && { messages }),
    createdAt: created_at,
    updatedAt: updated_at,
  };
}
