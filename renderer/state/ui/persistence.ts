/**
 * What the page stores in the browser's own storage: typed text, and the open places.
 *
 * The storage may be missing, full or hold anything: then the page works without it and shows no error.
 */
import { persistedCompares } from './compare-draft';
import { type Draft, isSaved } from './draft-state';
import { type Form, persistedForm } from './form';
import { NEW_CHAT, routeOfHash } from './route';
import type { PendingConfig, PersonState } from './ui-state';

const storageName = 'gatehouse.page';
const saveDelayMs = 250;

export interface Persisted {
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly newChat: PendingConfig | null;
  /** Settings just changed in other chats, where the core has not stored them yet. */
  readonly configs?: Readonly<Record<string, PendingConfig>>;
  readonly extraTexts: Readonly<Record<string, string>>;
  readonly filledExtras?: PersonState['filledExtras'];
  readonly lastModel: string | null;
  readonly lastConversationId: string | null;
  readonly forms: PersonState['forms'];
  readonly compares: PersonState['compares'];
}

const nothingPersisted: Persisted = {
  drafts: {},
  newChat: null,
  extraTexts: {},
  lastModel: null,
  lastConversationId: null,
  forms: {},
  compares: {},
};

function readPersisted(): Persisted {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageName) ?? 'null');
    return typeof value === 'object' && value !== null ? { ...nothingPersisted, ...value } : nothingPersisted;
  } catch {
    return nothingPersisted;
  }
}

/** Only what can't be loaded again: no draft that the core holds unchanged, no errors, no "sending". */
function toPersisted(state: PersonState): Persisted {
  const drafts = Object.entries(state.drafts)
    .filter(([, draft]) => !isSaved(draft) || draft.attempt !== undefined)
    .map(([key, { text, attachments, saved, savedImages, isAhead, attempt }]) => [
      key,
      { text, attachments, saved, savedImages, isAhead, attempt },
    ]);
  const { [NEW_CHAT]: newChat, ...configs } = state.configs;
  return {
    drafts: Object.fromEntries(drafts),
    newChat: persistedConfig(newChat),
    configs: Object.fromEntries(Object.entries(configs).map(([key, one]) => [key, persistedConfig(one)])),
    extraTexts: state.extraTexts,
    filledExtras: state.filledExtras,
    lastModel: state.lastModel,
    lastConversationId: state.route.conversationId,
    forms: Object.fromEntries(
      Object.entries(state.forms).map(([modality, form]: [string, Form]) => [modality, persistedForm(form)]),
    ),
    compares: persistedCompares(state.compares),
  };
}

const persistedConfig = ({ model, profileId, settings }: PendingConfig = {}): PendingConfig => ({
  model,
  profileId,
  settings,
});

interface Store {
  getState(): PersonState;
  setState(change: Partial<PersonState>): void;
  subscribe(listener: () => void): () => void;
}

/** Restores the typed text and the open places. */
export function restoreTyped(store: Store): void {
  const kept = readPersisted();
  const { drafts, extraTexts, filledExtras = {}, lastModel, compares, newChat, configs } = kept;
  store.setState({
    drafts,
    extraTexts,
    filledExtras,
    lastModel,
    compares,
    route: routeOfHash(location.hash, kept.lastConversationId),
    configs: newChat === null ? (configs ?? {}) : { ...configs, [NEW_CHAT]: newChat },
    forms: Object.fromEntries(
      Object.entries(kept.forms).map(([modality, form]) => [modality, { ...form, isFound: true }]),
    ),
  });
}

/** Saves shortly after each change, and at once when the page closes. */
export function persistTyped(store: Store): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    try {
      localStorage.setItem(storageName, JSON.stringify(toPersisted(store.getState())));
    } catch {
      // Storage is full or forbidden: the text is still in the page.
    }
  };
  store.subscribe(() => {
    timer ??= setTimeout(save, saveDelayMs);
  });
  addEventListener('pagehide', save);
}
