/** Files of prompts, added to the library one after the other. */
import type { AppErrorData } from '../../../shared/errors';
import { call } from '../../link/call';

interface PromptFile {
  readonly fileName: string;
  readonly text: string;
}

/** A file whose prompt the library has in another text. */
export interface KnownPrompt {
  readonly id: string;
  readonly name: string;
  readonly file: PromptFile;
}

/** What came of the files that were opened. */
export interface OpenedPrompts {
  readonly error: AppErrorData | null;
  /** What of the files was not read, and what is in the library already. */
  readonly notes: readonly string[];
  readonly known: readonly KnownPrompt[];
}

export const nothingOpened: OpenedPrompts = { error: null, notes: [], known: [] };

/** Where the library has a prompt of the same name, a person decides; the first file that can't be read ends it. */
export async function openPrompts(
  files: readonly File[],
): Promise<OpenedPrompts & { readonly id: string | null }> {
  const notes: string[] = [];
  const asked: KnownPrompt[] = [];
  let last: string | null = null;
  for (const one of files) {
    const file = { fileName: one.name.slice(0, 80), text: await one.text() };
    const id = crypto.randomUUID();
    const answer = await call('prompts.fromFile', { id, ...file, onlyNew: true });
    if (!answer.ok) return { error: answer.error, notes, known: asked, id: last };
    const { name, known } = answer.value;
    if (known?.hasSameText) notes.push(`“${name}” is in the library already, with the same text.`);
    else notes.push(...answer.value.notes.map((note) => `“${name}”: ${note}`));
    if (known?.hasSameText === false) asked.push({ id: known.id, name, file });
    else last = known?.id ?? id;
  }
  return { error: null, notes, known: asked, id: last };
}

/** @param id of the prompt that gets a new version, or of a new one */
export const addPrompt = (id: string, file: PromptFile) => call('prompts.fromFile', { id, ...file });
