import { defaultSettings, type Settings } from '../../../shared/app/settings';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';

export interface SettingsService {
  current(): Settings;
  /** @throws AppError `invalid_input` for a folder that cannot be written. */
  update(patch: Partial<Settings>): Promise<void>;
  /** A folder that the person chose in a dialog of the system. */
  noteChosen(folder: string): void;
  /** Reads the stored settings again, for when something else wrote them. */
  reload(): void;
}

export function createSettings({ storage, files }: Ports, events: EventBus): SettingsService {
  const chosen = new Set<string>();
  let current: Settings = { ...defaultSettings, ...storage.settings.load() };
  return {
    current: () => current,
    reload() {
      current = { ...defaultSettings, ...storage.settings.load() };
    },
    noteChosen: (folder) => void chosen.add(folder),
    async update(patch) {
      const { mediaFolder: folder } = patch;
      if (folder) await files.checkFolder(folder, chosen.has(folder) || folder === current.mediaFolder);
      const next = { ...current, ...patch };
      storage.settings.save(next);
      current = next;
      events.emit({ type: 'settings.changed', settings: current });
    },
  };
}
