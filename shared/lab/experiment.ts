/**
 * What models are evaluated with: cases × variants → results → scores.
 *
 * A case is what is asked and what is expected of the answer; a variant is how it is asked: model, prompt and settings. Each
 * case is asked with each variant, `repeats` times; each time is a cell, a real chat or job that the experiment owns.
 */
import type { Verdict } from '../assertions/judge';
import type { JudgedType } from '../assertions/types';
import type { AppErrorData } from '../errors';
import type { MediaItem } from '../media/media';
import type { ModalityId } from '../modalities/modalities';
import type { Cost } from '../money/cost';
import type { Money } from '../money/money';
import type { InputRef } from '../run/inputs';
import type { Setup } from '../run/setup';
import type { AnswerOfCell } from './answer';
import type { BatchRowStatus, VerdictCounts } from './batch';
import type { CaseAttachment, CaseFile } from './case-file';

/**
 * - `draft`: stored, and nothing was sent yet.
 * - `running`: cells are sent, or will be as soon as there is room; resumes when the app is opened again.
 * - `paused`: by you, or by the app where `error` says why, such as its budget; running cells are completed.
 * - `stopped`: by you; nothing more is sent.
 * - `completed`: every cell has ended, whether it succeeded or not.
 */
export type ExperimentState = 'draft' | 'running' | 'paused' | 'stopped' | 'completed';

export type CellState = BatchRowStatus;

/** A value as JSON has it. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** What an answer is expected to be, as promptfoo writes it: `{{variable}}` in its value is the value of the case. */
export interface CaseAssertion {
  /** `not-` before it asks for the opposite; `assert-set` for several that count as one. */
  readonly type: string;
  /** Absent where none is given. */
  readonly value?: JsonValue;
  readonly threshold?: number;
  /** 1 where left out; 0 counts for no score, and never fails. */
  readonly weight?: number;
  /** A name under which scores are summed up. */
  readonly metric?: string;
  /** The model that judges it, for those that a model judges. */
  readonly model?: string;
  /** JavaScript that changes the answer before it is judged, one after the other. */
  readonly transforms?: readonly string[];
  /** Variables that code gets as data. */
  readonly data?: readonly string[];
  /** Of an `assert-set`. */
  readonly assert?: readonly CaseAssertion[];
}

/** The model that judges answers. */
export interface JudgeChoice {
  readonly profileId: string;
  readonly model: string;
}

/** A version of a prompt of the library. */
export interface PromptVersionRef {
  readonly promptId: string;
  readonly version: number;
}

/** How cases are asked. */
export type VariantPlan = Setup & {
  readonly label: string;
  readonly profileId: string;
  readonly model: string;
  /** A prompt with variables; `settings.systemPrompt` may have them too, where the case has values for them. */
  readonly template: string;
  /** The version of the library whose text the template is; `null` where it is none. */
  readonly promptVersion: PromptVersionRef | null;
};

export type Variant = VariantPlan & {
  /** From 1, within the experiment; never given twice. */
  readonly id: number;
};

export interface CasePlan {
  /** By the name of the variable. */
  readonly variables: Readonly<Record<string, string>>;
  /** Of a chat. */
  readonly attachments: readonly CaseAttachment[];
  /** Of media. */
  readonly inputs: readonly InputRef[];
  /** Beside those that the experiment has for all cases. */
  readonly assertions: readonly CaseAssertion[];
  /** The score from which the case passes; `null` for that of the experiment. */
  readonly threshold: number | null;
  readonly tags: readonly string[];
  readonly note: string;
  /** Numbers of the variants that it is asked with, from 1; absent for all, also those added later. */
  readonly variants?: readonly number[] | undefined;
}

export interface ExperimentCase extends CasePlan {
  /** From 1, within the experiment; never given twice. */
  readonly id: number;
}

/** What is made before anything is sent. */
export interface ExperimentPlan {
  readonly title: string;
  readonly variants: readonly VariantPlan[];
  readonly cases: readonly CasePlan[];
  /** How often each case is asked with each variant. */
  readonly repeats: number;
  /** Of all cases. */
  readonly assertions: readonly CaseAssertion[];
  /** The score from which a case passes; `null` where every assertion has to hold. */
  readonly threshold: number | null;
  /** The most that is spent; `null` for no budget but the limits of the profiles. */
  readonly budget: Money | null;
  /** Judges where an assertion names no model; `null` where none is chosen. */
  readonly judge?: JudgeChoice | null | undefined;
}

/** An experiment in a list, and in events: without what only its own view shows. */
export interface ExperimentSummary {
  readonly id: string;
  readonly title: string;
  readonly modality: ModalityId;
  readonly state: ExperimentState;
  /** Why the app paused it. */
  readonly error: AppErrorData | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly variantCount: number;
  readonly caseCount: number;
  readonly repeats: number;
  readonly budget: Money | null;
  /** Cells by state; those that are excluded count too. */
  readonly counts: Readonly<Record<CellState, number>>;
  /** What models were asked to judge, by state; these are no cells. */
  readonly judgements: Readonly<Record<CellState, number>>;
  /** How the cells were judged that have an answer, without those that are excluded. */
  readonly verdicts: VerdictCounts;
  /** The mean of the known scores; `null` where there is none. */
  readonly score: number | null;
  readonly votes: number;
  /** Sum of all known charges of its cells, over every attempt. */
  readonly cost: Cost;
  readonly hasUnknownCost: boolean;
  /** Until when it waits for a gateway's rate limit; `null` where it does not wait. */
  readonly waitsUntil: number | null;
  /** It waits so that no request is refused; absent where one was, or it does not wait. */
  readonly isPaced?: boolean;
  /** Goes up with each change of variants, cases, assertions or votes: a window reads them again. */
  readonly revision: number;
}

export interface Experiment extends ExperimentSummary {
  readonly variants: readonly Variant[];
  readonly assertions: readonly CaseAssertion[];
  readonly threshold: number | null;
  readonly judge: JudgeChoice | null;
}

/** A page of the experiments, newest first. */
export interface ExperimentPage {
  readonly experiments: readonly ExperimentSummary[];
  readonly nextCursor: string | null;
}

/** One case with one variant, once. Fields that say nothing are absent, so that thousands are cheap. */
export interface Cell extends AnswerOfCell {
  /** From 1, within the experiment, in the order in which they are sent. */
  readonly id: number;
  readonly caseId: number;
  readonly variantId: number;
  /** From 1. */
  readonly repeat: number;
  readonly state: CellState;
  /** The first of its results, or of the files that came with its reply. */
  readonly media?: MediaItem;
  /** Absent while unknown, which is not zero. */
  readonly cost?: Cost;
  /** From sending to the end, in milliseconds. */
  readonly totalMs?: number;
  readonly firstTokenMs?: number;
  readonly completionTokens?: number;
  /** Whether the answer is what is expected; absent where nothing is, or there is no answer. */
  readonly verdict?: Verdict['state'];
  readonly score?: number;
  readonly isExcluded?: true;
  /** A short name of its error. */
  readonly errorCode?: string;
}

/** What one assertion makes of an answer; those of a set one after the other. */
export interface CellCheck {
  /** Its type, with `not-` where it asks for the opposite. */
  readonly name: string;
  readonly metric?: string;
  readonly state: Verdict['state'];
  /** 0 to 1; `null` where it was not judged. */
  readonly score: number | null;
  /** Why it does not hold, or was not judged; where it holds, what a judge said of it. */
  readonly why: string;
}

/** A cell with all that is known of it. */
export interface CellDetail extends Cell {
  readonly conversationId: string | null;
  readonly replyId: string | null;
  readonly jobId: string | null;
  /** What was or would be sent: the template with the values of the case. */
  readonly prompt: string;
  /** What is sent with it; absent where the case has no files. */
  readonly files?: readonly CaseFile[];
  /** The whole answer, of the kind that `answerOf` says; `null` where there is none. */
  readonly text: string | null;
  readonly error: AppErrorData | null;
  /** By which the inspector finds its request; absent where the gateway named none. */
  readonly requestId?: string;
  readonly checks: readonly CellCheck[];
  readonly namedScores?: NonNullable<Verdict['metrics']>;
  /** What models were asked about this answer. */
  readonly judgements: readonly Judgement[];
}

/** What a model was asked about answers of one case, and what it said. */
export interface Judgement {
  /** Among the numbers of cells: it is asked again like one. */
  readonly id: number;
  readonly type: JudgedType;
  readonly caseId: number;
  /** In the order in which the judge saw their answers. */
  readonly cells: readonly number[];
  readonly state: CellState;
  readonly model: string;
  /** The cell that it prefers, of those that compare; absent where it says nothing clear. */
  readonly prefers?: number | 'tie';
  /** Its answers are no longer those of the cells: it counts for nothing. */
  readonly isOutdated?: true;
  /** Absent while unknown, which is not zero. */
  readonly cost?: Cost;
  readonly error?: AppErrorData;
  /** By which the inspector finds its request. */
  readonly requestId?: string;
  readonly conversationId?: string;
}

export interface JudgementPage {
  readonly judgements: readonly Judgement[];
  readonly nextAfter: number | null;
}

export interface CellPage {
  readonly cells: readonly Cell[];
  /** Of the cell to go on after; `null` where these were the last. */
  readonly nextAfter: number | null;
}

export type VoteChoice = 'a' | 'b' | 'tie' | 'bothBad';
export const voteChoices = ['a', 'b', 'tie', 'bothBad'] as const satisfies readonly VoteChoice[];

/** Which of two cells of one case a person prefers, made without seeing whose they are. */
export interface Vote {
  readonly id: string;
  readonly caseId: number;
  /** Ids of the cells. */
  readonly a: number;
  readonly b: number;
  readonly choice: VoteChoice;
  readonly at: number;
}

export const experimentLimits = {
  variants: 200,
  cases: 10_000,
  repeats: 50,
  cells: 20_000,
  variablesOfCase: 50,
  assertions: 50,
  titleCharacters: 200,
  labelCharacters: 200,
  noteCharacters: 10_000,
  tags: 20,
  tagCharacters: 40,
  /** Of one page. */
  cellsOfPage: 2_000,
  casesOfPage: 500,
} as const;
