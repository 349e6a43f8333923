/** What the core reports: the snapshot a window starts with, and the events that follow. */

import type { Backups } from './app/backups';
import type { OpenRequest } from './app/opening';
import type { Settings } from './app/settings';
import type { Updates } from './app/updates';
import type { ArchiveTask } from './archive/archive';
import type { CallSummary } from './calls/inspector';
import type { Conversation, ConversationPage, Message } from './chat/chat';
import type { ToolRound } from './chat/tool-calls';
import type { CheckResult, CheckRun } from './checks/checks';
import type { AppErrorData, Envelope } from './errors';
import type { Batch, BatchRow } from './lab/batch';
import type { Comparison } from './lab/compare';
import type { Cell, ExperimentSummary } from './lab/experiment';
import type { StoredFile } from './media/files';
import type { Job, JobPage } from './media/jobs';
import type { MediaItem } from './media/media';
import type { MediaModality } from './modalities/modalities';
import type { ModelCatalogue } from './models/models';
import type { LedgerState } from './money/ledger';
import type { KeychainState, Profile } from './profiles/profiles';
import type { Preset } from './run/presets';
import type { Prompt } from './run/prompts';

/** A job from the gateway's own list, which may or may not be known here. */
export interface RemoteJobSummary {
  readonly remoteId: string;
  readonly status: string;
  readonly model: string | null;
  readonly prompt: string | null;
  /** The kind of its result, as far as its record tells. */
  readonly modality: MediaModality;
  /** 0 to 1; `null` where not reported. */
  readonly progress: number | null;
  /** Milliseconds since the epoch; `null` where not reported. */
  readonly createdAt: number | null;
  readonly finishedAt: number | null;
  /** Why it failed. */
  readonly error: AppErrorData | null;
  /** Of the list it came in: the gateway has more jobs. `null` where not reported. */
  readonly hasMore: boolean | null;
  /** The local job that polls it, `null` where there is none. */
  readonly jobId: string | null;
}

/** Everything a window shows at first, in one consistent view. Taken after subscribing, so no change is missed. */
export interface Snapshot {
  readonly version: string;
  /** `desktop` or `browser`: what the host can do differs (native dialogs, the keychain). */
  readonly host: 'desktop' | 'browser';
  readonly settings: Settings;
  /** Where results are saved while `settings.mediaFolder` is empty. */
  readonly defaultMediaFolder: string;
  readonly profiles: readonly Profile[];
  readonly activeProfileId: string;
  readonly keychain: KeychainState;
  readonly catalogue: ModelCatalogue;
  readonly ledger: LedgerState;
  readonly conversations: ConversationPage;
  readonly newChatDraft: string;
  readonly newChatAttachments: readonly StoredFile[];
  /** The jobs panel: the newest that are not dismissed. */
  readonly jobs: JobPage;
  readonly notices: readonly Notice[];
  /** The current archive task, or the last one. */
  readonly archive: ArchiveTask | null;
  readonly backups: Backups;
  readonly updates: Updates;
  /** A file or link that the system asked to open. */
  readonly opening: OpenRequest | null;
  /** All presets of every tab: their number is limited. */
  readonly presets: readonly Preset[];
}

/** A message that belongs to no single control: a database set aside, a Sandbox that did not start. */
export interface Notice {
  readonly id: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly title: string;
  readonly message: string;
}

/** Events from the core. Each carries the whole record, so receiving one twice is harmless. */
export type AppEvent =
  | { readonly type: 'settings.changed'; readonly settings: Settings }
  | {
      readonly type: 'profiles.changed';
      readonly profiles: readonly Profile[];
      readonly activeProfileId: string;
    }
  | { readonly type: 'keychain.changed'; readonly keychain: KeychainState }
  | { readonly type: 'models.changed'; readonly catalogue: ModelCatalogue }
  /** Rows were added for a profile, the one in use or another: everything that is drawn from the ledger may be new. */
  | { readonly type: 'ledger.changed'; readonly ledger: LedgerState }
  | { readonly type: 'notices.changed'; readonly notices: readonly Notice[] }
  | { readonly type: 'archive.changed'; readonly task: ArchiveTask | null }
  | { readonly type: 'backups.changed'; readonly backups: Backups }
  | { readonly type: 'updates.changed'; readonly updates: Updates }
  | { readonly type: 'opening.changed'; readonly request: OpenRequest | null }
  /** Rows of every kind were imported: a window has to load again what it holds. */
  | { readonly type: 'archive.restored' }
  | { readonly type: 'conversation.changed'; readonly conversation: Conversation }
  /** The calls of a reply are answered without a person, or that ended. */
  | { readonly type: 'toolRound.changed'; readonly messageId: string; readonly round: ToolRound }
  | { readonly type: 'conversation.removed'; readonly conversationId: string }
  | { readonly type: 'comparison.changed'; readonly comparison: Comparison }
  | { readonly type: 'comparison.removed'; readonly comparisonId: string }
  | { readonly type: 'job.changed'; readonly job: Job }
  | { readonly type: 'call.changed'; readonly call: CallSummary }
  | { readonly type: 'calls.cleared' }
  | { readonly type: 'batch.changed'; readonly batch: Batch }
  | { readonly type: 'batch.removed'; readonly batchId: string }
  | { readonly type: 'batch.row.changed'; readonly row: BatchRow }
  | { readonly type: 'experiment.changed'; readonly experiment: ExperimentSummary }
  | { readonly type: 'experiment.removed'; readonly experimentId: string }
  /** Cells that changed, joined: about ten times a second at most. */
  | {
      readonly type: 'experiment.cells';
      readonly experimentId: string;
      readonly cells: readonly Cell[];
    }
  | { readonly type: 'check.changed'; readonly check: CheckRun }
  | { readonly type: 'check.removed'; readonly checkId: string }
  /** A probe has a result: the newest of its model. */
  | { readonly type: 'check.result'; readonly result: CheckResult }
  | { readonly type: 'preset.changed'; readonly preset: Preset }
  | { readonly type: 'preset.removed'; readonly presetId: string }
  | { readonly type: 'prompt.changed'; readonly prompt: Prompt }
  | { readonly type: 'prompt.removed'; readonly promptId: string }
  | { readonly type: 'media.changed'; readonly media: MediaItem }
  | { readonly type: 'media.removed'; readonly ids: readonly string[] }
  /** A board, or what is on it. */
  | { readonly type: 'boards.changed' }
  /** A tool of the library. */
  | { readonly type: 'tools.changed' }
  | { readonly type: 'message.changed'; readonly message: Message }
  /** A call of a tool that is being written; what it is in the end comes with its message. */
  | {
      readonly type: 'message.call';
      readonly conversationId: string;
      readonly messageId: string;
      readonly partId: string;
      /** `null` where its gateway gives none, or not yet. */
      readonly callId: string | null;
      readonly name: string;
      /** Its arguments are the text of a custom tool. */
      readonly hasTextInput: boolean;
      /** Of the arguments. */
      readonly offset: number;
      readonly text: string;
      /** The text is all of the arguments so far, from offset 0. */
      readonly isWhole?: boolean;
      /** The number of the choice, if several replies were requested. Left out for the first. */
      readonly index?: number;
    }
  /**
   * Text to append at `offset` (in UTF-16 units) of one part of the message. A part that the window doesn't hold yet is
   * new. Where `offset` is beyond what the window holds, an event was missed: the window loads the page again.
   */
  | {
      readonly type: 'message.delta';
      readonly conversationId: string;
      readonly messageId: string;
      readonly partId: string;
      /** The type of the part. */
      readonly part: 'text' | 'reasoning';
      readonly offset: number;
      readonly text: string;
      /** Of a new part: the part that it comes before. Left out where it is the last. */
      readonly before?: string;
      /** The text is all of this part so far, from offset 0: what was reported of it before no longer holds. */
      readonly isWhole?: boolean;
      /** The number of the choice, if several replies were requested. Left out for the first. */
      readonly index?: number;
    };

/** The page's access to the core: the same in Electron (`preload`) and in a browser. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Envelope<unknown>>;
  /** Calls back for every event from now on; returns a function that unsubscribes. */
  subscribe(listener: (event: AppEvent) => void): () => void;
}
