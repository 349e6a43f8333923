import { defaultSettings, type Settings } from '../../../shared/app/settings';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';

export interface SettingsService {
  current(): Settings;
  /** @throws AppError `invalid_input` for a folder that cannot be written. */
  update(patch: Partial<Settings>): Promise<void>;
  /** Reads the stored settings again, for when something else wrote them. */
  reload(): void;
}

export function createSettings({ storage, files }: Ports, events: EventBus): SettingsService {
  let current: Settings = { ...defaultSettings, ...storage.settings.load() };
  return {
    current: () => current,
    reload() {
      current = { ...defaultSettings, ...storage.settings.load() };
    },
    async update(patch) {
      if (patch.mediaFolder) await files.checkFolder(patch.mediaFolder);
      const next = { ...current, ...patch };
      storage.settings.save(next);
      current = next;
      events.emit({ type: 'settings.changed', settings: current });
    },
  };
}
