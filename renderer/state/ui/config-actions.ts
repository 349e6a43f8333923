/** Model and run settings: shown at once, stored with the conversation shortly after. */
import type { RunSettings } from '../../../shared/run/chat-settings';
import { call } from '../../link/call';
import { useCoreState } from '../core/core-state';
import { NEW_CHAT } from './route';
import { dropConfig, type PendingConfig, setConfig, useUiState } from './ui-state';

const configureDelayMs = 400;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Chooses model or settings of a chat's next turn. */
export function configure(key: string, change: Pick<PendingConfig, 'model' | 'settings'>): void {
  const { activeProfileId } = useCoreState.getState().app ?? {};
  const chosenWith = change.model === undefined ? {} : { profileId: activeProfileId };
  setConfig(key, { ...change, ...chosenWith, error: undefined });
  if (change.model !== undefined) useUiState.setState({ lastModel: change.model });
  if (key === NEW_CHAT) return;
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => void flushConfig(key), configureDelayMs),
  );
}

/** Chooses the model that a new chat begins with once this profile is in use. */
export function configureForProfile(profileId: string, model: string): void {
  setConfig(NEW_CHAT, { model, profileId, error: undefined });
  void call('models.noteChoice', { profileId, model, tab: 'chat' });
}

/** Saves what still waits at once, so that the core knows it before it has to use it. */
export async function flushConfig(key: string): Promise<void> {
  const pending = useUiState.getState().configs[key];
  clearTimeout(timers.get(key));
  if (key === NEW_CHAT || !timers.delete(key) || pending === undefined) return;
  const { model, settings } = pending;
  const answer = await call('conversations.configure', { id: key, model, settings });
  if (!answer.ok) setConfig(key, { error: answer.error });
}

/** Saves what was set just before the page was closed. */
export function resumeConfigs(): void {
  for (const [key, { model, settings }] of Object.entries(useUiState.getState().configs)) {
    if (key !== NEW_CHAT) configure(key, { model, settings });
  }
}

/** What the core has stored is no longer pending. */
export function settleConfig(key: string): void {
  const pending = useUiState.getState().configs[key];
  const reported = useCoreState.getState().conversations[key];
  if (pending === undefined || reported === undefined || timers.has(key)) return;
  const { model, settings } = pending;
  if (model !== undefined && model !== reported.model) return;
  if (settings === undefined || sameSettings(settings, reported.settings)) dropConfig(key);
}

/** Equal whatever the order of their fields. */
export function sameSettings(one: RunSettings, other: RunSettings): boolean {
  return canonical(one) === canonical(other);
}

const canonical = (settings: RunSettings) =>
  JSON.stringify(
    Object.entries(settings)
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => one.localeCompare(other)),
  );
