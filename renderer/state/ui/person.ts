/**
 * The store of what the person is doing in this window: where they are, what they have typed and not yet sent.
 *
 * What was typed is kept in the browser's own storage too, so that a reload or a crash of the page loses none of it.
 */
import { create } from 'zustand';
import type { Attachment } from '../../../shared/attachments';
import type { RunSettings } from '../../../shared/chat';
import type { AppErrorData } from '../../../shared/errors';
import type { ModalityId } from '../../../shared/modalities';
import type { Connection } from '../../link/bridge';
import type { CompareDraft } from './compare-draft';
import type { Form } from './forms';
import { readKept } from './keep';

/** Drafts and run settings of a chat that has not begun. */
export const NEW_CHAT = 'new';
/** Stands in the address for a comparison that has not begun. */
export const NEW_COMPARISON = 'new';

/** A message on its way to the core. */
export interface Attempt {
  readonly messageId: string;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
}

export interface Draft {
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  /** What the core holds of it; absent where it was never told. */
  readonly saved?: string;
  /** The same for its images, by their ids. */
  readonly savedImages?: string;
  /** The id minted for this very text; kept until the core accepted it, so that a retry sends nothing twice. */
  readonly attempt?: Attempt;
  readonly sending?: boolean;
  /** Why the last attempt was refused. */
  readonly error?: AppErrorData;
}

/** What was chosen and is not yet reported back by the core. */
export interface PendingConfig {
  readonly model?: string;
  readonly settings?: RunSettings;
  readonly error?: AppErrorData;
}

export interface Route {
  readonly tab: string;
  readonly conversationId: string | null;
  /** The job that is to be seen. */
  readonly jobId: string | null;
  /** The comparison on show, or `new` for one that has not begun. */
  readonly compareId: string | null;
  /** The batch that is to be seen, or `new` for one that has not begun. */
  readonly batchId?: string;
}

export interface PersonState {
  readonly route: Route;
  readonly connection: Connection | 'connecting';
  /** Why the first snapshot could not be had. */
  readonly startError: AppErrorData | null;
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly configs: Readonly<Record<string, PendingConfig>>;
  /** "Extra parameters" as typed, where that is not (yet) a valid object. */
  readonly extraTexts: Readonly<Record<string, string>>;
  readonly lastModel: string | null;
  /** What is about to be made, for each kind. */
  readonly forms: Readonly<Partial<Record<ModalityId, Form>>>;
  /** What is about to be asked in comparisons. */
  readonly compares: Readonly<Record<string, CompareDraft>>;
  /** Goes up when the person does what is answered at the end of the transcript, so that it is brought into sight. */
  readonly turns: number;
  /** The message that is to be brought into sight. */
  readonly sought: { readonly conversationId: string; readonly messageId: string } | null;
  /** The side column that was opened over the work where the window is too narrow for both. */
  readonly overlay: 'history' | 'side' | null;
}

// Above the store, whose first state is read from the address.
const jobMark = 'job:';
const compareMark = 'compare:';
const batchMark = 'batch:';

const kept = readKept();

export const usePerson = create<PersonState>()(() => ({
  route: routeOfHash(location.hash, kept.lastConversationId),
  connection: 'connecting',
  startError: null,
  drafts: kept.drafts,
  configs: { ...kept.configs, ...keptConfigs(kept.newChat) },
  extraTexts: kept.extraTexts,
  lastModel: kept.lastModel,
  forms: foundForms(kept.forms),
  compares: kept.compares,
  turns: 0,
  sought: null,
  overlay: null,
}));

function foundForms(forms: PersonState['forms']): PersonState['forms'] {
  const found = Object.entries(forms).map(([modality, form]) => [modality, { ...form, isFound: true }]);
  return Object.fromEntries(found);
}

function keptConfigs(newChat: PendingConfig | null): Readonly<Record<string, PendingConfig>> {
  return newChat === null ? {} : { [NEW_CHAT]: newChat };
}

/**
 * `#/chat/<conversation>`, `#/video/job:<job>` or `#/image/compare:<comparison>` → where that is; anything else is the chat tab.
 *
 * @param lastConversationId stays open where the address names none
 */
export function routeOfHash(hash: string, lastConversationId: string | null = null): Route {
  const [, tab = '', named = ''] = hash.split('/');
  const route = { tab, conversationId: lastConversationId, jobId: null, compareId: null };
  if (tab === '') return { ...route, tab: 'chat' };
  if (named.startsWith(jobMark)) return { ...route, jobId: named.slice(jobMark.length) };
  if (named.startsWith(compareMark)) return { ...route, compareId: named.slice(compareMark.length) };
  if (named.startsWith(batchMark)) return { ...route, batchId: named.slice(batchMark.length) };
  return { ...route, conversationId: named === '' ? null : named };
}

/** The address of a comparison; of one that has not begun where no id is given. */
export const addressOfComparison = (tab: string, id: string = NEW_COMPARISON) =>
  `#/${tab}/${compareMark}${id}`;

/** The address of a job's result. */
export const addressOfJob = (tab: string, jobId: string) => `#/${tab}/${jobMark}${jobId}`;

/** Stands in the address for a batch that has not begun. */
export const NEW_BATCH = 'new';

/** The address of a batch. */
export const addressOfBatch = (batchId: string) => `#/batches/${batchMark}${batchId}`;

export function setConfig(key: string, change: PendingConfig): void {
  usePerson.setState(({ configs }) => ({ configs: { ...configs, [key]: { ...configs[key], ...change } } }));
}

export function dropConfig(key: string): void {
  usePerson.setState(({ configs: { [key]: _dropped, ...configs } }) => ({ configs }));
}

/** `null` where what is typed has become the settings' own value. */
export function setExtraText(key: string, text: string | null): void {
  usePerson.setState(({ extraTexts: { [key]: _old, ...others } }) => ({
    extraTexts: text === null ? others : { ...others, [key]: text },
  }));
}
