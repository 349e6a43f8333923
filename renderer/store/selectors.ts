/** Views over both stores: what is chosen, and what stands in a transcript. */
import type { Conversation, Message, RunSettings } from '../../shared/chat';
import type { Model } from '../../shared/models';
import type { ReportedState } from '../apply-event';
import { NEW_CHAT, usePerson } from './person';
import { useReported } from './reported';

const noSettings: RunSettings = {};
const preferredModels = ['sandbox/eliza', 'sandbox/echo'];

/** Model ids that can hold a chat, in the catalogue's order; unknown capabilities are given the benefit of the doubt. */
export function isChatModel({ capabilities }: Model): boolean {
  return capabilities === null || capabilities.output.length === 0 || capabilities.output.includes('text');
}

type ModelChoice = (reported: ReportedState) => string | null;

/** The model of the next turn: chosen, else the conversation's, else the last used, else a good first one. */
function modelChoice(key: string, chosen: string | undefined, lastModel: string | null): ModelChoice {
  return (reported) => {
    const model = chosen ?? reported.conversations[key]?.model;
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
  return pending ?? useReported.getState().conversations[key]?.settings ?? noSettings;
}

export function useModel(key: string): string | null {
  const chosen = usePerson((person) => person.configs[key]?.model);
  const lastModel = usePerson((person) => person.lastModel);
  return useReported(modelChoice(key, chosen, lastModel));
}

export function useSettingsOf(key: string): RunSettings {
  const pending = usePerson((person) => person.configs[key]?.settings);
  const reported = useReported((state) => state.conversations[key]?.settings);
  return pending ?? reported ?? noSettings;
}

/** Alike whatever the order of their fields. */
export function sameSettings(one: RunSettings, other: RunSettings): boolean {
  return canonical(one) === canonical(other);
}

const canonical = (settings: RunSettings) =>
  JSON.stringify(
    Object.entries(settings)
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => one.localeCompare(other)),
  );

export const useChatKey = () => usePerson(({ route }) => route.conversationId ?? NEW_CHAT);

export function useConversation(id: string | null): Conversation | undefined {
  return useReported((state) => (id === null ? undefined : state.conversations[id]));
}

export interface Transcript {
  readonly ids: readonly string[];
  /** The message above the first one that is loaded; `null` at the beginning of the conversation. */
  readonly aboveId: string | null;
  /** False while the end of the branch is not loaded. */
  readonly loaded: boolean;
}

/** The walk from the leaf up the parents, as far as messages are loaded; oldest first. */
export function transcriptOf(messages: Readonly<Record<string, Message>>, leafId: string | null): Transcript {
  const ids: string[] = [];
  let next = leafId;
  while (next !== null && messages[next] !== undefined) {
    ids.push(next);
    next = messages[next]?.parentId ?? null;
  }
  return { ids: ids.reverse(), aboveId: next, loaded: ids.length > 0 || leafId === null };
}
