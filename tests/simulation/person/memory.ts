/** What the person typed, created and saw: it must still be there, whatever happens. */

import type { Budget } from '../../../shared/app/settings';
import type { Job } from '../../../shared/media/jobs';
import type { InputRef } from '../../../shared/run/inputs';
import type { Gateway } from '../far/gateway';

export interface Typed {
  readonly id: string;
  readonly text: string;
  readonly conversationId: string;
  /** Of a queued message: the end of the branch it was typed in. */
  readonly behind?: string;
}

/** A spending limit of the profile that goes to a gateway. */
export interface SetLimit {
  readonly gateway: Gateway;
  readonly budget: Budget;
}

/** A check of models as it was confirmed. */
export interface StartedCheck {
  readonly marker: string;
  readonly gateway: Gateway;
  /** The most it may cost, in the smallest part of the gateway's unit; `null` where the app knows no price and nobody set one. */
  readonly bound: number | null;
  /** The price of none of its requests is known. */
  readonly isUnpriced: boolean;
}

export interface CacheMarks {
  /** For how long the system prompt is kept; `null` where it isn't. */
  readonly system: '5m' | '1h' | null;
  /** Of marked messages of the person. */
  readonly texts: readonly string[];
}

export interface Judging {
  readonly marker: string;
  readonly most: number;
}

export interface Memory {
  /** Messages that the app accepted. */
  readonly messages: Map<string, Typed>;
  readonly queued: Map<string, Typed>;
  readonly drafts: Map<string, string>;
  readonly jobs: Map<string, { readonly prompt: string }>;
  readonly batches: Map<string, { readonly rows: number }>;
  /** How many cells each has; up to `most` where the answer to an addition was lost. */
  readonly experiments: Map<string, { readonly cells: number; readonly most?: number }>;
  /** Of experiments whose budget was not taken off: millionths of a credit, and what each case's text is marked with. */
  readonly budgets: Map<string, { readonly amount: number; readonly markers: readonly string[] }>;
  /** What was added to each experiment since it was started, and how many calls of each text a start confirms. */
  readonly added: Map<string, readonly { readonly marker: string; readonly calls: number }[]>;
  /** Experiments with cases that are asked with some of their variants. */
  readonly restricted: Set<string>;
  /** Experiments whose answers models were asked to judge: what their requests are marked with, and how many there may be. */
  readonly judging: Map<string, Judging>;
  /**
   * Experiments of which each press confirms what was foreseen as it was pressed, and no more, and how many presses were not
   * answered yet; other steps leave them alone.
   */
  readonly exact: Map<string, number>;
  /** The most that a message may cost, as the window showed it, in millionths of a credit. */
  readonly mostOf: Map<string, number>;
  /** Chats of a model that keeps marked prompts. */
  readonly cachedChats: Set<string>;
  /** The cache points that each message of them was sent with, as the window showed them. */
  readonly cacheMarks: Map<string, CacheMarks>;
  /** What is saved of each tool, by its name. */
  readonly savedTools: Map<string, string>;
  /** The results on each. */
  readonly boards: Map<string, Set<string>>;
  /** What each intent was made from beside its text: stored files by their hash, in their order. */
  readonly inputs: Map<string, readonly InputRef[]>;
  /** Stored files that were changed or deleted behind the app's back. */
  readonly spoiled: Set<string>;
  /** Presets with messages. */
  readonly examples: Set<string>;
  readonly comparisons: Set<string>;
  readonly checks: Map<string, StartedCheck>;
  /** Checks of what a model charges, and whether it charges more than its list says. */
  readonly metered: Map<string, { readonly gateway: Gateway; readonly isDear: boolean }>;
  /** Replies that were continued: they may hold calls that they did not have as a queued message went behind them. */
  readonly continued: Set<string>;
  /** Results of checks that a window has shown, by check and probe. */
  readonly judged: Map<string, ReadonlySet<string>>;
  /** Checks that the person paused, stopped or deleted, by the intent of each, and when. */
  readonly haltedChecks: Map<string, number>;
  /** Until when each check waits, as a window shows it. */
  readonly checkWaits: Map<string, number | null>;
  /** The only limit there is; `null` where it is not known. */
  limit: SetLimit | null;
  /** The profile in use; `null` where it is not known. */
  activeId: string | null;
  /** Ids of requests that were asked about and confirmed. */
  readonly confirmed: Set<string>;
  /** Model ids that were typed and pinned, with their profile. */
  readonly pinned: Map<string, string>;
  /** Their last reported state. */
  readonly seenJobs: Map<string, Job>;
  /** Text of each reply as a window has seen it, and when it was last added to. */
  readonly seenText: Map<string, { readonly steps: readonly Shown[] }>;
  /** Text that must be on the disk from now on. */
  readonly mustHave: Map<string, string>;
  /** Replies that were shown as interrupted after a start, by the number of its life. */
  readonly cutReplies: Map<number, ReadonlySet<string>>;
  /** Jobs that the person cancelled. */
  readonly cancelled: Set<string>;
  /** Lives of the app that ended in a power cut. */
  readonly powerCuts: Set<number>;
  /** Replies that were once failed or interrupted. */
  readonly broken: Set<string>;
  /** The temperature that was last chosen for a chat, until a message is sent with another. */
  readonly chosen: Map<string, number>;
  /** Chats that answer tools by themselves, and the messages and chats that the person went on at by hand. */
  readonly loops: Set<string>;
  readonly goneOn: Set<string>;
  /** Until when a reply waits, by what its message says; `null` where it says nothing. */
  readonly replyWaits: Map<string, number | null>;
  /** Until when each batch waits at a rate limit. */
  readonly batchWaits: Map<string, number | null>;
  /** When the person paused or stopped a batch that goes on only if asked, by the name of its rows’ intents. */
  readonly haltedBatches: Map<string, number>;
  /** Conversations, messages, media and batches that the person deleted. */
  readonly removed: Set<string>;
  /** Media that the app took into its trash and that were neither restored nor deleted for good. */
  readonly trashed: Set<string>;
  /** Intents of messages that were never sent, as their chat was deleted, and that chat. */
  readonly unsent: Map<string, string>;
  /** Some results came cut, and the person fetches them again. */
  fetchesAgain: boolean;
  /** Files that were deleted outside the app. */
  readonly goneFiles: Set<string>;
  /** Archives that the person imported, or tried to. */
  readonly imports: Import[];
  /** The last archive of all the person's data. */
  archive: Buffer | null;
  /** How many exports and imports have begun. */
  archiveTasks: number;
  /** Marks of the results in them. */
  readonly goneMarks: Set<string>;
}

/** An archive of data that was not here before. */
export interface Import {
  readonly kind: string;
  /** Of its rows, by table. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  /** Of the results in it. */
  readonly marks: readonly Buffer[];
  /** Sounds of single lines of dialogues in it. */
  readonly lines?: readonly { readonly jobId: string; readonly index: number }[];
  /** `running`: also where its end was never told. `cut`: the process ended meanwhile, and nobody heard how it went. */
  state: 'running' | 'completed' | 'undone' | 'cut';
}

interface Shown {
  readonly at: number;
  readonly from: number;
  readonly text: string;
}

export const createMemory = (): Memory => ({
  ...{ messages: new Map(), queued: new Map(), drafts: new Map(), jobs: new Map(), batches: new Map() },
  ...{
    experiments: new Map(),
    budgets: new Map(),
    added: new Map(),
    judging: new Map(),
    restricted: new Set(),
    exact: new Map(),
    mostOf: new Map(),
    cachedChats: new Set(),
    cacheMarks: new Map(),
    savedTools: new Map(),
    boards: new Map(),
    inputs: new Map(),
    spoiled: new Set(),
    examples: new Set(),
    comparisons: new Set(),
    checks: new Map(),
    metered: new Map(),
    continued: new Set(),
    judged: new Map(),
    haltedChecks: new Map(),
    checkWaits: new Map(),
    pinned: new Map(),
    limit: null,
    activeId: null,
    seenJobs: new Map(),
    seenText: new Map(),
    removed: new Set(),
    trashed: new Set(),
    unsent: new Map(),
  },
  ...{
    archive: null,
    fetchesAgain: false,
    archiveTasks: 0,
    imports: [],
    goneFiles: new Set(),
    goneMarks: new Set(),
    mustHave: new Map(),
    replyWaits: new Map(),
    batchWaits: new Map(),
    haltedBatches: new Map(),
    cutReplies: new Map(),
    broken: new Set(),
    cancelled: new Set(),
    confirmed: new Set(),
    powerCuts: new Set(),
    chosen: new Map(),
    loops: new Set(),
    goneOn: new Set(),
  },
});
