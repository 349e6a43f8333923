/**
 * Saves typed text in the core, so that it is there again after a restart and in every window.
 *
 * Not while typing: some time after the last key, and never twice for the same text.
 */
import { toRefs } from '../../../shared/media/files';
import { call } from '../../link/call';
import { asSaved, type Draft, isSaved } from './draft-state';
import { dropDraft, isEdit, setDraft } from './drafts';
import { NEW_CHAT } from './route';
import { useUiState } from './ui-state';

const saveDelayMs = 500;

type Drafts = Readonly<Record<string, Draft>>;

/** Starts watching the drafts. */
export function persistDrafts(): void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const schedule = (key: string) => {
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => void save(key), saveDelayMs),
    );
  };
  useUiState.subscribe(({ drafts, connection }, before) => {
    const reconnected = connection === 'open' && before.connection !== 'open';
    if (drafts === before.drafts && !reconnected) return;
    for (const key of unsaved(drafts)) {
      const [now, then] = [drafts[key], before.drafts[key]];
      const isJoined = now?.isAhead !== then?.isAhead;
      if (reconnected || isJoined || now?.text !== then?.text || now?.attachments !== then?.attachments)
        schedule(key);
    }
  });
}

const unsaved = (drafts: Drafts): readonly string[] =>
  Object.entries(drafts).flatMap(([key, draft]) => (isEdit(key) || hasNothingToSave(draft) ? [] : [key]));

/** Until they are joined, saving what was typed would replace the draft that the core holds. */
const hasNothingToSave = (draft: Draft): boolean => isSaved(draft) || draft.isAhead === true;

async function save(key: string): Promise<void> {
  const draft = useUiState.getState().drafts[key];
  if (draft === undefined || hasNothingToSave(draft)) return;
  const { text, attachments = [] } = draft;
  const id = key === NEW_CHAT ? null : key;
  const answer = await call('conversations.saveDraft', { id, text, attachments: toRefs(attachments) });
  if (answer.ok) noteSaved(key, draft);
  // The chat was deleted, so its draft has nowhere to go.
  else if (answer.error.code === 'not_found') dropDraft(key);
}

function noteSaved(key: string, draft: Draft): void {
  if (useUiState.getState().drafts[key] !== undefined) setDraft(key, asSaved(draft));
}
