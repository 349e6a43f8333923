/** A check: what models of a gateway can really do, with the requests and answers that show it. */
import type { CallWait } from '../calls/rate-limit';
import type { AppErrorData } from '../errors';
import type { Cost } from '../money/cost';
import type { Money } from '../money/money';
import { type ProbeId, probeFacts } from './probes';

/**
 * - `running`: probes are sent; resumes when the app is opened again.
 * - `paused`: by you, or by the app where `error` says why; requests that were sent are completed.
 * - `stopped`: by you, or because the budget is used up (`error` is `over_budget`); nothing more is sent.
 * - `completed`: every probe has a result.
 */
export type CheckStatus = 'running' | 'paused' | 'stopped' | 'completed';

/**
 * - `works`: seen to work.
 * - `fails`: seen not to work, or to differ from what was ordered.
 * - `unclear`: the answers allow both, or none came.
 */
export const outcomes = ['works', 'fails', 'unclear'] as const;
export type ProbeOutcome = (typeof outcomes)[number];

/** What is to be checked. */
export interface CheckScope {
  readonly profileId: string;
  readonly models: readonly string[];
  readonly probes: readonly ProbeId[];
  /** A profile that is trusted to have the same models; `null` for none. */
  readonly referenceProfileId: string | null;
}

export interface CheckRun extends CheckScope {
  readonly id: string;
  readonly status: CheckStatus;
  /** Why the app paused or stopped it. */
  readonly error: AppErrorData | null;
  /**
   * The most that is spent: announced at the start, and never exceeded by what the gateways charge for what was asked. At
   * most one amount of a unit; empty where no price is known.
   */
  readonly bound: Cost;
  /** How many calls have no known price: the bound doesn't include them ("at least"). */
  readonly unpriced: number;
  /** Known charges, and the most that calls of unknown outcome can cost. */
  readonly spent: Cost;
  readonly hasUnknownCost: boolean;
  /** Calls that ended. */
  readonly calls: number;
  /** Probes with a result, of all models. */
  readonly done: number;
  readonly total: number;
  readonly counts: Readonly<Record<ProbeOutcome, number>>;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  /** What its calls wait for, such as a rate limit; `null` where they don't wait. */
  readonly wait: CallWait | null;
}

/** A measured value: a number with its unit, or a short text. */
export interface CheckFigure {
  readonly label: string;
  readonly value: number | string;
  /** `ms`, `tokens/s`, `tokens`, `%`; empty where it is a bare number or a text. */
  readonly unit: string;
}

export interface CheckResult {
  readonly checkId: string;
  readonly profileId: string;
  readonly model: string;
  readonly probe: ProbeId;
  readonly result: ProbeOutcome;
  /** What the gateway's catalog says; `null` where it says nothing. */
  readonly claimed: boolean | null;
  /** One sentence that says why. */
  readonly note: string;
  readonly figures: readonly CheckFigure[];
  /** Of its calls; `null` where one of them is unknown, which is not zero. */
  readonly cost: Cost | null;
  /** Ids of the calls that show it, see `checks.call`. */
  readonly evidence: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The result of the check before, of the same profile, model and probe; `null` where there is none. */
  readonly before: { readonly result: ProbeOutcome; readonly at: number } | null;
}

/** The state of a call: `unknown` was sent, and no whole answer came. */
export type CheckCallStatus = 'held' | 'sent' | 'answered' | 'refused' | 'unknown';

/** One request of a probe with its answer: the evidence. Bounded, and without the key. */
export interface CheckCall {
  readonly id: string;
  readonly checkId: string;
  readonly profileId: string;
  readonly model: string;
  readonly probe: ProbeId;
  /** Of the probe, such as `first` or `again`. */
  readonly step: string;
  readonly status: CheckCallStatus;
  readonly operation: 'chat' | 'images' | 'speech';
  /** The body that was sent, in OpenAI's words. */
  readonly request: Readonly<Record<string, unknown>>;
  /** What came: a record that `raw` may be a part of; `null` where nothing did. Long texts are cut. */
  readonly answer: Readonly<Record<string, unknown>> | null;
  readonly error: AppErrorData | null;
  readonly cost: Cost | null;
  /** The most it can cost, as it was counted before it was sent; `null` where no price is known. */
  readonly bound: Money | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** Of the inspector, while it keeps it. */
  readonly recordId: string | null;
}

/** What a check would take, before anything is sent. */
export interface CheckPlan {
  /** The most calls. */
  readonly calls: number;
  /** The most it costs, with the budget taken into account; empty where no price is known. */
  readonly bound: Cost;
  /** The same without the budget. */
  readonly full: Cost;
  /** Calls without a known price: the bound is then "at least". */
  readonly unpriced: number;
  /** Probes of all models. */
  readonly total: number;
  readonly models: readonly {
    readonly model: string;
    /** Those that apply to it. */
    readonly probes: readonly ProbeId[];
    readonly calls: number;
    readonly bound: Cost;
    readonly unpriced: number;
  }[];
}

/** A page of checks, newest first. */
export interface CheckPage {
  readonly checks: readonly CheckRun[];
  readonly nextCursor: string | null;
}

export const checkLimits = {
  models: 500,
  /** Characters of a stored request or answer. */
  evidenceCharacters: 48_000,
} as const;

/** What no catalog mentions, since every chat gateway takes it. */
const takenForGranted: readonly ProbeId[] = ['reply', 'systemRole', 'maxTokens'];

/** Seen otherwise than the gateway says or must be trusted to do: what a vendor should hear of. */
export const isContradiction = ({
  result,
  claimed,
  probe,
}: Pick<CheckResult, 'result' | 'claimed' | 'probe'>): boolean =>
  result === 'fails' &&
  (claimed === true ||
    probeFacts[probe].kind === 'identity' ||
    // A speed is no verdict: it fails only where another model answers under load.
    probeFacts[probe].kind === 'speed' ||
    (claimed === null && takenForGranted.includes(probe)));
