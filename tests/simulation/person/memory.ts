/** What the person typed, made and saw, to be found again whatever happens. */
import type { Job } from '../../../shared/jobs';

export interface Typed {
  readonly id: string;
  readonly text: string;
  readonly conversationId: string;
}

export interface Memory {
  /** Messages the app took. */
  readonly messages: Map<string, Typed>;
  readonly queued: Map<string, Typed>;
  readonly drafts: Map<string, string>;
  readonly jobs: Map<string, { readonly prompt: string }>;
  readonly batches: Map<string, { readonly rows: number }>;
  readonly comparisons: Set<string>;
  /** As windows last heard of them. */
  readonly seenJobs: Map<string, Job>;
  /** Text of each reply as a window has seen it, and when it was last added to. */
  readonly seenText: Map<string, { readonly steps: readonly Shown[] }>;
  /** Text that has to be on the disk from now on. */
  readonly mustHave: Map<string, string>;
  /** Until when each batch leaves the gateway alone. */
  readonly batchWaits: Map<string, number | null>;
  /** Conversations, messages, media and batches that the person took away. */
  readonly removed: Set<string>;
  /** Files that the person, or the world, took away behind the app's back. */
  readonly goneFiles: Set<string>;
  /** Archives that the person took in, or tried to. */
  readonly imports: Import[];
  /** The last archive of everything that the person has. */
  archive: Buffer | null;
  /** Marks of the results in them. */
  readonly goneMarks: Set<string>;
}

/** An archive of things that were nowhere here before. */
export interface Import {
  readonly kind: string;
  /** Of its rows, by table. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  /** Of the results in it. */
  readonly marks: readonly Buffer[];
  /** `cut`: the process ended meanwhile, and nobody heard how it went. */
  state: 'running' | 'completed' | 'undone' | 'cut';
}

interface Shown {
  readonly at: number;
  readonly from: number;
  readonly text: string;
}

export const createMemory = (): Memory => ({
  ...{ messages: new Map(), queued: new Map(), drafts: new Map(), jobs: new Map(), batches: new Map() },
  ...{ comparisons: new Set(), seenJobs: new Map(), seenText: new Map(), removed: new Set() },
  ...{
    archive: null,
    imports: [],
    goneFiles: new Set(),
    goneMarks: new Set(),
    mustHave: new Map(),
    batchWaits: new Map(),
  },
});
