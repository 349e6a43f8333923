/** What a person is about to ask in a comparison, as far as the core does not hold it yet. */
import type { ColumnSettings } from '../../../shared/compare';
import type { AppErrorData } from '../../../shared/errors';

/** What was chosen for one column since something was last sent in it. */
export interface ColumnDraft {
  readonly model?: string;
  readonly settings?: ColumnSettings;
}

/** Ids made once for exactly this request; kept until the core accepted it, so that a retry asks nothing twice. */
export interface CompareAttempt {
  readonly request: string;
  readonly roundId: string;
  readonly callIds: readonly string[];
}

export interface CompareDraft {
  /** Of the comparison, also before it has begun. */
  readonly id: string;
  readonly text: string;
  /** By column, where each is asked in words of its own. */
  readonly prompts: Readonly<Record<string, string>>;
  readonly isTied?: boolean;
  readonly isSamePrompt?: boolean;
  readonly columns: Readonly<Record<string, ColumnDraft>>;
  /** Columns the core does not know yet, from left to right. */
  readonly added: readonly string[];
  readonly attempt?: CompareAttempt;
  readonly sending?: boolean;
  /** Why the last attempt was refused. */
  readonly error?: AppErrorData;
}

export const emptyCompareDraft = (id: string): CompareDraft => ({
  ...{ id, text: '', prompts: {}, columns: {}, added: [] },
});

type Drafts = Readonly<Record<string, CompareDraft>>;

/** What of them outlives the page: what cannot be had again from the core. */
export function persistedCompares(drafts: Drafts): Drafts {
  const kept = Object.entries(drafts)
    .filter(
      ([, { text, prompts, columns, added }]) => text !== '' || added.length > 0 || hasAny(prompts, columns),
    )
    .map(([key, { sending: _sending, error: _error, ...draft }]) => [key, draft]);
  return Object.fromEntries(kept);
}

const hasAny = (...records: readonly object[]) => records.some((one) => Object.keys(one).length > 0);

/** The draft without what was just sent; what was typed since stays. */
export function afterSending(draft: CompareDraft, sent: CompareDraft): CompareDraft {
  const rest = (now: string, before = '') => (now.startsWith(before) ? now.slice(before.length) : now);
  const prompts = Object.entries(draft.prompts).map(([id, text]) => [id, rest(text, sent.prompts[id])]);
  return {
    ...emptyCompareDraft(draft.id),
    text: rest(draft.text, sent.text),
    prompts: Object.fromEntries(prompts.filter(([, text]) => text !== '')),
  };
}
