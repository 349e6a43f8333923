import { defaultSettings, type Settings } from '../../shared/settings';
import type { EventBus } from './events';
import type { SettingsStore } from './ports';

export interface SettingsService {
  current(): Settings;
  update(patch: Partial<Settings>): void;
}

export function createSettings(store: SettingsStore, events: EventBus): SettingsService {
  let current: Settings = { ...defaultSettings, ...store.load() };
  return {
    current: () => current,
    update(patch) {
      const next = { ...current, ...patch };
      store.save(next);
      current = next;
      events.emit({ type: 'settings.changed', settings: current });
    },
  };
}
