import { defaultSettings, type Settings, settingsSchema } from '../../../shared/app/settings';
import type { SettingsStore } from '../../core/ports/settings';
import type { Database } from './driver';

const APP_SETTINGS = 'app';
const ACTIVE_PROFILE = 'active-profile';
const NEW_CHAT_DRAFT = 'new-chat-draft';

/**
 * Settings as one JSON row. Field by field: what a newer version added stays in the row, and a field that fails its
 * check falls back alone, so an update never resets everything.
 */
export function createSettingsStore(database: Database): SettingsStore {
  const read = (key: string) =>
    database.get<{ value: string }>('SELECT value FROM settings WHERE key = ?', key)?.value;
  const write = (key: string, value: string) =>
    database.run(
      'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      key,
      value,
    );
  return {
    load: () => readable(parseObject(read(APP_SETTINGS))),
    save(settings) {
      write(APP_SETTINGS, JSON.stringify({ ...parseObject(read(APP_SETTINGS)), ...settings }));
    },
    activeProfileId: () => read(ACTIVE_PROFILE) ?? null,
    setActiveProfileId(id) {
      write(ACTIVE_PROFILE, id);
    },
    newChatDraft: () => read(NEW_CHAT_DRAFT) ?? '',
    setNewChatDraft(text) {
      write(NEW_CHAT_DRAFT, text);
    },
  };
}

function readable(stored: Record<string, unknown>): Settings {
  const kept = Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(stored[name]);
    return parsed.success ? [[name, parsed.data]] : [];
  });
  return { ...defaultSettings, ...Object.fromEntries(kept) };
}

function parseObject(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
