/** The draft of a comparison's next round: empty, or after a round was sent. */
import type { CompareDraft } from './compare-draft';

export const emptyCompareDraft = (id: string): CompareDraft => ({
  id,
  text: '',
  prompts: {},
  columns: {},
  added: [],
});

/** The draft after it was sent, with its prompts for another round; the core holds all else. */
export const withPrompts = ({ id, text, prompts, inputs }: CompareDraft): CompareDraft => ({
  ...emptyCompareDraft(id),
  text,
  prompts,
  inputs,
});

/** The draft without what was just sent; text typed since stays. */
export function afterSending(draft: CompareDraft, sent: CompareDraft): CompareDraft {
  const rest = (now: string, before = '') => (now.startsWith(before) ? now.slice(before.length) : now);
  const prompts = Object.entries(draft.prompts).map(([id, text]) => [id, rest(text, sent.prompts[id])]);
  return {
    ...emptyCompareDraft(draft.id),
    text: rest(draft.text, sent.text),
    inputs: draft.inputs,
    prompts: Object.fromEntries(prompts.filter(([, text]) => text !== '')),
  };
}
