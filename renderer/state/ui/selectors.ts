/** Views over both stores: what is chosen for the next turn. */
import type { Conversation, RunSettings } from '../../../shared/chat';
import { isChatModel } from '../../lib/is-chat-model';
import type { ReportedState } from '../core/apply-event';
import { useReported } from '../core/reported';
import { usePerson } from './person';
import { defaultModel, defaultSettings } from './presets';
import { NEW_CHAT } from './route';

const noSettings: RunSettings = {};
const preferredModels = ['sandbox/eliza', 'sandbox/echo'];

type ModelChoice = (reported: ReportedState) => string | null;

/** The model of the next turn: chosen, else the conversation's, else that of the default preset, the last used, or a good first one. */
function modelChoice(key: string, chosen: string | undefined, lastModel: string | null): ModelChoice {
  return (reported) => {
    const started = key === NEW_CHAT ? defaultModel(reported) : null;
    const model = chosen ?? reported.conversations[key]?.model ?? started;
    if (model !== undefined && model !== null) return model;
    const models = reported.app?.catalogue.models.filter(isChatModel) ?? [];
    const has = (id: string | null) => id !== null && models.some((one) => one.id === id);
    if (has(lastModel)) return lastModel;
    return preferredModels.find(has) ?? models[0]?.id ?? lastModel;
  };
}

export function chosenModel(key: string): string | null {
  const { configs, lastModel } = usePerson.getState();
  return modelChoice(key, configs[key]?.model, lastModel)(useReported.getState());
}

export function chosenSettings(key: string): RunSettings {
  const pending = usePerson.getState().configs[key]?.settings;
  return pending ?? reportedSettings(key)(useReported.getState()) ?? noSettings;
}

export function useModel(key: string): string | null {
  const chosen = usePerson((person) => person.configs[key]?.model);
  const lastModel = usePerson((person) => person.lastModel);
  return useReported(modelChoice(key, chosen, lastModel));
}

/** Those of the conversation; a new one starts with the default preset. */
const reportedSettings = (key: string) => (state: ReportedState) =>
  state.conversations[key]?.settings ?? (key === NEW_CHAT ? defaultSettings(state) : undefined);

export function useSettingsOf(key: string): RunSettings {
  const pending = usePerson((person) => person.configs[key]?.settings);
  const reported = useReported(reportedSettings(key));
  return pending ?? reported ?? noSettings;
}

export const useChatKey = () => usePerson(({ route }) => route.conversationId ?? NEW_CHAT);

export function useConversation(id: string | null): Conversation | undefined {
  return useReported((state) => (id === null ? undefined : state.conversations[id]));
}
