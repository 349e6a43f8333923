/** The next round of a comparison as it is typed, where the core does not hold it yet. */
import type { AppErrorData } from '../../../shared/errors';
import type { Setup } from '../../../shared/run/setup';
import type { FormInput } from './form';

/** What was chosen for one column since its last round. */
export interface ColumnDraft {
  readonly model?: string;
  readonly profileId?: string;
  /** Read with `readSetup`: an earlier version stored it in another shape. */
  readonly settings?: Setup;
}

/** Ids made once for exactly this request; kept until the core accepted it, so that a retry sends nothing twice. */
export interface CompareAttempt {
  readonly request: string;
  readonly roundId: string;
  readonly callIds: readonly string[];
}

export interface CompareDraft {
  /** Of the comparison, also before its first round. */
  readonly id: string;
  readonly text: string;
  /** By column, where each has its own prompt. */
  readonly prompts: Readonly<Record<string, string>>;
  readonly isTied?: boolean;
  readonly isSamePrompt?: boolean;
  readonly columns: Readonly<Record<string, ColumnDraft>>;
  /** New columns that the core does not know yet, from left to right. */
  readonly added: readonly string[];
  /** What media are made from beside their text, the same for all columns. */
  readonly inputs?: readonly FormInput[] | undefined;
  /** The chat that its new chats begin with, up to this message. */
  readonly after?: { readonly conversationId: string; readonly messageId: string };
  readonly attempt?: CompareAttempt;
  readonly sending?: boolean;
  /** Why the last attempt was refused. */
  readonly error?: AppErrorData;
}

type Drafts = Readonly<Record<string, CompareDraft>>;

/** The part that is stored: what the core can't return. */
export function persistedCompares(drafts: Drafts): Drafts {
  const kept = Object.entries(drafts)
    .filter(
      ([, { text, prompts, columns, added, inputs = [] }]) =>
        text !== '' || added.length + inputs.length > 0 || hasAny(prompts, columns),
    )
    .map(([key, { sending: _sending, error: _error, ...draft }]) => [key, draft]);
  return Object.fromEntries(kept);
}

const hasAny = (...records: readonly object[]) => records.some((one) => Object.keys(one).length > 0);
