/** The gateway's own account, which the app's ledger is compared with. */
import type { Meant } from './meaning';

export interface Charge {
  readonly at: number;
  /** In the smallest part of the gateway's unit: millionths of a credit, or billionths of a dollar. */
  readonly amount: number;
  readonly operation: string;
  readonly key: string | null;
  /** The request's text, which names its intent. */
  readonly marker: string | null;
  /** The text of the call: parts of one long text have one each. */
  readonly text: string;
  readonly results: readonly FarResult[];
  /** Of a chat: what its reply says. */
  readonly meant: Meant | null;
  readonly remoteId: string | null;
  /** The life of the app that the whole answer reached; `null` where it reached none. */
  deliveredIn: number | null;
}

/** One result, and whether it can still be downloaded. */
export interface FarResult {
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes found in this file and no other, near its end. */
  readonly mark: Buffer;
  /** What a player shows or plays: whatever is added to the file, this is in it in one piece. */
  readonly payload: Uint8Array;
  /** Of what came inside a chat reply: the life of the app that its last byte reached. */
  arrivedIn?: number;
  readonly contentType: string;
  /** Of an image that is to be turned: its size as a person sees it. */
  readonly seen?: { readonly width: number; readonly height: number };
  /** The fault that prevents its download, and until when. */
  trouble: { readonly kind: FileTrouble; readonly until: number } | null;
  /** Of a long one: what becomes of the next requests for it, in order. */
  readonly fates?: Fate[];
  /** Each time it was asked for, where it is long. */
  readonly askedFor?: Asking[];
}

export const fileTroubles = [
  '404',
  '410',
  '503',
  '429',
  '500',
  'text',
  'html',
  'empty',
  'cut',
  'stall',
] as const;
/** `short`: its server sends a part of it and says that this is all; only asked for by a step of its own. */
export type FileTrouble = (typeof fileTroubles)[number] | 'short';

/** What becomes of one request for a long file. */
export type Fate = 'cut' | 'early-cut' | 'stall' | '503' | 'kill' | 'power-cut';

/** One request for a long file. */
export interface Asking {
  readonly at: number;
  readonly life: number;
  readonly fromByte: number;
  readonly fate: Fate | null;
  /** How many bytes reached the app. */
  arrived: number;
}

/** A video in progress. */
export interface FarJob {
  readonly id: string;
  readonly text: string;
  status: 'queued' | 'running' | 'completed' | 'failed';
  readonly result: FarResult;
  /** Decided when it begins. */
  readonly fails: boolean;
  /** It is made and charged, and called failed. */
  readonly isPaidFailure: boolean;
  isCostTold: boolean;
  readonly price: number;
  /** The life of the app that learned of it. */
  knownIn: number | null;
}

export interface Account {
  balance: number;
  readonly charges: Charge[];
  /** Spent by others with the same key. */
  outside: number;
}

/** @param balance a thousand credits, or fifty dollars */
export const openAccount = (balance: number): Account => ({ balance, charges: [], outside: 0 });

export function book(account: Account, charge: Charge): void {
  account.charges.push(charge);
  account.balance -= charge.amount;
}

export const chargedAmount = ({ charges }: Account): number =>
  charges.reduce((sum, { amount }) => sum + amount, 0);

const MARKER = /intent-[a-z0-9]+(?:-[a-z]\d+)*/;

/** Models that a check asks: the texts of its requests are the app's own, so the model carries the name of the intent. */
const CHECKED = 'check/';

export const checkedModel = (marker: string): string => CHECKED + marker;

export const isOfCheck = ({ model }: { readonly model?: unknown }): boolean =>
  typeof model === 'string' && model.startsWith(CHECKED);

/** All that a text carries: a dialogue has another where a line was spoken again. */
export const markersIn = (text: string): readonly string[] => [
  ...new Set(text.match(new RegExp(MARKER, 'g')) ?? []),
];

/** The name of the intent that a text carries. */
export const markerOf = (text: string): string | null => MARKER.exec(text)?.[0] ?? null;
