/** Typed changes of prompts that are not saved; they survive a switch to another prompt or page. */
import { create } from 'zustand';
import type { Prompt } from '../../../shared/run/prompts';
import type { TypedPrompt } from '../../parts/prompts/prompt-actions';

export const useEdits = create<{ edits: Readonly<Record<string, TypedPrompt>> }>()(() => ({ edits: {} }));

export function setEdit(id: string, edit: TypedPrompt | null): void {
  useEdits.setState(({ edits: { [id]: _before, ...others } }) => ({
    edits: edit === null ? others : { ...others, [id]: edit },
  }));
}

export const typedOf = ({ name, tags, text }: Prompt): TypedPrompt => ({ name, tags: tags.join(', '), text });

export const emptyPrompt: TypedPrompt = { name: '', tags: '', text: '' };
