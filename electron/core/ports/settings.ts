import type { Settings } from '../../../shared/app/settings';

export interface SettingsStore {
  load(): Settings;
  save(settings: Settings): void;
  activeProfileId(): string | null;
  setActiveProfileId(id: string): void;
  newChatDraft(): string;
  setNewChatDraft(text: string): void;
}
