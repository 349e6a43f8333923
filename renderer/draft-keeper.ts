/**
 * Hands what is typed to the core, so that it is there again after a restart and in every window.
 *
 * Off the typing path: some time after the last key, and never twice for the same text.
 */
import { call } from './call';
import { dropDraft, isEdit, setDraft } from './store/drafts';
import { type Draft, NEW_CHAT, usePerson } from './store/person';

const saveDelayMs = 500;

type Drafts = Readonly<Record<string, Draft>>;

/** Begins to follow the drafts. */
export function keepDrafts(): void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const schedule = (key: string) => {
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => void save(key), saveDelayMs),
    );
  };
  usePerson.subscribe(({ drafts, connection }, before) => {
    const reconnected = connection === 'open' && before.connection !== 'open';
    if (drafts === before.drafts && !reconnected) return;
    for (const key of unsaved(drafts)) {
      if (reconnected || drafts[key]?.text !== before.drafts[key]?.text) schedule(key);
    }
  });
}

const unsaved = (drafts: Drafts): readonly string[] =>
  Object.keys(drafts).filter((key) => !isEdit(key) && drafts[key]?.text !== drafts[key]?.saved);

async function save(key: string): Promise<void> {
  const draft = usePerson.getState().drafts[key];
  if (draft === undefined || draft.text === draft.saved) return;
  const { text } = draft;
  const answer = await call('conversations.saveDraft', { id: key === NEW_CHAT ? null : key, text });
  if (answer.ok) noteSaved(key, text);
  // The chat is gone, and what was typed there has no place any more.
  else if (answer.error.code === 'not_found') dropDraft(key);
}

function noteSaved(key: string, text: string): void {
  if (usePerson.getState().drafts[key] !== undefined) setDraft(key, { saved: text });
}
