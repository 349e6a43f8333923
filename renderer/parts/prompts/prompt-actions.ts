/** The user's commands for the prompt library. */
import type { AppErrorData, Envelope } from '../../../shared/errors';
import { fillTemplate, parseTemplate } from '../../../shared/lab/template';
import { type Prompt, parseTags } from '../../../shared/run/prompts';
import { call } from '../../link/call';
import { announce, announceAnswer } from '../../state/announce';
import { report } from '../../state/core/core-state';
import { reportedList } from '../../state/core/read';
import { createIntents } from '../../state/idempotent-ask';
import { openPromptDialog } from '../../state/ui/dialogs';
import { offerUndo } from '../../state/undo';

const pageSize = 60;

interface Selection {
  readonly query: string;
  readonly tag: string | null;
}

const prompts = reportedList<Selection, 'prompts.page'>('prompts.page', {
  cursor: ({ promptList }) => promptList?.cursor ?? null,
  input: (selection, cursor) => ({ ...selection, cursor, limit: pageSize }),
  reading: (selection, page, isFirst) => ({ type: 'prompts.paged', ...selection, isFirst, page }),
});

/** Loads a selection of the library from its beginning, or its next page; the newest selection wins. */
export const loadPrompts = (
  query: string,
  tag: string | null,
  isFirst: boolean,
): Promise<AppErrorData | null> => (isFirst ? prompts.first({ query, tag }) : prompts.more({ query, tag }));

/** The library is closed: what is still loading is discarded. */
export function leavePrompts(): void {
  prompts.leave();
  report({ type: 'prompts.closed' });
}

/** A prompt as it is typed. */
export interface TypedPrompt {
  readonly name: string;
  /** Separated by commas. */
  readonly tags: string;
  readonly text: string;
  /** What changed in the text, where it did. */
  readonly note?: string;
}

export async function savePrompt(
  id: string,
  { name, tags, text, note = '' }: TypedPrompt,
): Promise<Envelope<null>> {
  const answer = await call('prompts.save', { id, name, text, tags: [...parseTags(tags)], note });
  if (answer.ok) announce('Prompt saved');
  return answer;
}

export async function removePrompt(id: string): Promise<boolean> {
  const answer = await call('prompts.remove', { id });
  if (answer.ok) offerUndo({ text: 'Prompt deleted', undo: () => call('prompts.restore', { id }) });
  return announceAnswer(answer, 'Prompt deleted');
}

const duplicates = createIntents();

/** @returns the id of the copy, `null` where there is none */
export async function duplicatePrompt(id: string): Promise<string | null> {
  const answer = await duplicates.ask(id, async (newId) => {
    const copied = await call('prompts.duplicate', { id, newId });
    return copied.ok ? { ok: true, value: newId } : copied;
  });
  if (answer === null || !announceAnswer(answer, 'Prompt duplicated')) return null;
  return answer.ok ? answer.value : null;
}

/** Passes on the text of a prompt, once its variables have their values. */
export async function insertPrompt(id: string, onDone: (text: string) => void): Promise<void> {
  const answer = await call('prompts.get', { id });
  announceAnswer(answer);
  if (!answer.ok) return;
  const prompt = answer.value;
  const template = parseTemplate(prompt.text);
  if (template.variables.length > 0) return openPromptDialog({ kind: 'fill', prompt, onDone });
  onDone(fillTemplate(template, {}));
  await noteUse(prompt, {});
}

/** Passes on the text of a prompt with its variables as they are written. */
export async function insertTemplate(id: string, onDone: (text: string) => void): Promise<void> {
  const answer = await call('prompts.get', { id });
  announceAnswer(answer);
  if (answer.ok) onDone(answer.value.text);
}

/** Remembers the values for the next time. */
export async function noteUse({ id }: Prompt, values: Prompt['lastValues']): Promise<void> {
  await call('prompts.used', { id, values });
}
