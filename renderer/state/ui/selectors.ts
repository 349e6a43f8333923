/** Selectors over both stores: what is chosen for the next turn. */

import type { Conversation } from '../../../shared/chat/chat';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { isChatModel } from '../../lib/is-chat-model';
import type { CoreState } from '../core/apply-event';
import { useCoreState } from '../core/core-state';
import { defaultModel, defaultSettings } from './presets';
import { NEW_CHAT } from './route';
import { useUiState } from './ui-state';

const noSettings: RunSettings = {};
const preferredModels = ['sandbox/eliza', 'sandbox/echo'];

type ModelChoice = (reported: CoreState) => string | null;

interface Chosen {
  readonly model: string | undefined;
  readonly profileId: string | undefined;
}

/**
 * The model of the next turn: the chosen one, otherwise the conversation's, the default preset's, the last used, or a
 * good default.
 */
function modelChoice(key: string, chosen: Chosen, lastModel: string | null): ModelChoice {
  return (reported) => {
    const started = key === NEW_CHAT ? defaultModel(reported) : null;
    const counts = key !== NEW_CHAT || isOfProfile(chosen, reported);
    const model = (counts ? chosen.model : undefined) ?? reported.conversations[key]?.model ?? started;
    if (model !== undefined && model !== null) return model;
    const models = reported.app?.catalogue.models.filter(isChatModel) ?? [];
    const has = (id: string | null) => id !== null && models.some((one) => one.id === id);
    if (has(lastModel)) return lastModel;
    return preferredModels.find(has) ?? models[0]?.id ?? lastModel;
  };
}

/** A new chat is sent with the active profile, whose gateway may not have what was chosen with another. */
function isOfProfile({ model, profileId }: Chosen, { app }: CoreState): boolean {
  if (profileId === undefined || profileId === app?.activeProfileId) return true;
  return app?.catalogue.models.some(({ id }) => id === model) ?? false;
}

export function chosenModel(key: string): string | null {
  const { configs, lastModel } = useUiState.getState();
  const { model, profileId } = configs[key] ?? {};
  return modelChoice(key, { model, profileId }, lastModel)(useCoreState.getState());
}

export function chosenSettings(key: string): RunSettings {
  const pending = useUiState.getState().configs[key]?.settings;
  return pending ?? reportedSettings(key)(useCoreState.getState()) ?? noSettings;
}

export function useModel(key: string): string | null {
  const model = useUiState((person) => person.configs[key]?.model);
  const profileId = useUiState((person) => person.configs[key]?.profileId);
  const lastModel = useUiState((person) => person.lastModel);
  return useCoreState(modelChoice(key, { model, profileId }, lastModel));
}

/** The settings of the conversation; a new one starts with the default preset. */
const reportedSettings = (key: string) => (state: CoreState) =>
  state.conversations[key]?.settings ?? (key === NEW_CHAT ? defaultSettings(state) : undefined);

export function useSettingsOf(key: string): RunSettings {
  const pending = useUiState((person) => person.configs[key]?.settings);
  const reported = useCoreState(reportedSettings(key));
  return pending ?? reported ?? noSettings;
}

export const useChatKey = () => useUiState(({ route }) => route.conversationId ?? NEW_CHAT);

/** The whole record, which changes with every message. @see useOfConversation */
export function useConversation(id: string | null): Conversation | undefined {
  return useCoreState((state) => (id === null ? undefined : state.conversations[id]));
}

/** What is read of a conversation; a component that uses it renders again only where that changes. */
export function useOfConversation<Part>(
  id: string | null,
  read: (conversation: Conversation) => Part,
): Part | undefined {
  return useCoreState((state) => {
    const conversation = id === null ? undefined : state.conversations[id];
    return conversation && read(conversation);
  });
}

const hasReplyUnderWay = ({ streamingMessageIds }: Conversation): boolean => streamingMessageIds.length > 0;

/** Whether a reply is being written in the conversation. */
export const useIsReplying = (id: string | null): boolean => useOfConversation(id, hasReplyUnderWay) ?? false;

/** The same at this moment. */
export function isReplying(id: string): boolean {
  const conversation = useCoreState.getState().conversations[id];
  return conversation !== undefined && hasReplyUnderWay(conversation);
}
