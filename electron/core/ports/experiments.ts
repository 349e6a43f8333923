/** The tables that experiments need. */
import type { Verdict } from '../../../shared/assertions/judge';
import type { JudgedType } from '../../../shared/assertions/types';
import type { AppErrorData } from '../../../shared/errors';
import type {
  CaseAssertion,
  CasePlan,
  Cell,
  Experiment,
  ExperimentCase,
  ExperimentPage,
  ExperimentPlan,
  ExperimentSummary,
  JudgeChoice,
  Variant,
  VariantPlan,
  Vote,
} from '../../../shared/lab/experiment';
import type { ModalityId } from '../../../shared/modalities/modalities';
import type { Cost } from '../../../shared/money/cost';
import type { Amount, Money, MoneyUnit } from '../../../shared/money/money';
import type { RunSettings } from '../../../shared/run/chat-settings';
import type { Unit, UnitPlace, UnitStore } from './work';

export type NewExperiment = ExperimentPlan & {
  readonly id: string;
  readonly modality: ModalityId;
  readonly createdAt: number;
};

/** A cell as what is sent; its position is its number. */
export interface CellUnit extends Unit {
  readonly caseId: number;
  /** 0 where a model is asked to judge the answers of others. */
  readonly variantId: number;
  readonly repeat: number;
  readonly isExcluded: boolean;
  readonly cost: Cost | null;
  readonly totalMs: number | null;
}

/** A cell as windows show it, and what a list of cells leaves out. */
export interface StoredCell {
  readonly cell: Cell;
  readonly conversationId: string | null;
  readonly replyId: string | null;
  readonly jobId: string | null;
  readonly error: AppErrorData | null;
}

/** What a model is asked about answers of one case. */
export interface NewJudgement {
  /** Names the assertion, the answers and the judge; each subject is asked once. */
  readonly subject: string;
  readonly type: JudgedType;
  readonly caseId: number;
  readonly repeat: number;
  /** In the order in which the judge sees their answers. */
  readonly cells: readonly number[];
  readonly profileId: string;
  readonly model: string;
  readonly settings: RunSettings;
  readonly prompt: string;
  /** Ids of the images that it sees. */
  readonly media: readonly string[];
}

/** One that is stored; its call is the unit of this position. */
export type StoredJudgement = NewJudgement & Pick<UnitPlace, 'position'>;

export interface ExperimentEdit {
  readonly title?: string | undefined;
  readonly assertions?: readonly CaseAssertion[] | undefined;
  readonly threshold?: number | null | undefined;
  readonly budget?: Money | null | undefined;
  readonly judge?: JudgeChoice | null | undefined;
}

/** Stored experiments; `waitsUntil` is always `null` here, since it isn't stored. */
export interface ExperimentStore {
  insert(experiment: NewExperiment): void;
  /** Whether there is none, also none that was removed. */
  isEmpty(): boolean;
  get(id: string): Experiment | undefined;
  summary(id: string): ExperimentSummary | undefined;
  page(modality: ModalityId | null, cursor: string | null, limit: number): ExperimentPage;
  edit(id: string, edit: ExperimentEdit): void;
  /** Something changed that a window has to read again. */
  revise(id: string): void;
  variant(id: string, number: number): Variant | undefined;
  /** @returns its number; its cells wait behind all others */
  addVariant(id: string, variant: VariantPlan): number;
  renameVariant(id: string, number: number, label: string): void;
  case(id: string, number: number): ExperimentCase | undefined;
  cases(id: string, after: number, limit: number): readonly ExperimentCase[];
  addCases(id: string, cases: readonly CasePlan[]): readonly number[];
  /** What an addition made, by the id of its intent; `undefined` where there was none, or many since. */
  madeBy(id: string, additionId: string): readonly number[] | undefined;
  noteAddition(id: string, additionId: string, made: readonly number[]): void;
  editCase(id: string, number: number, edit: Partial<CasePlan>): void;
  /** Whether one of its cells was ever sent. */
  isSent(id: string, caseNumber: number): boolean;
  readonly units: UnitStore;
  unit(place: UnitPlace): CellUnit | undefined;
  /** In their order; of one case alone where that is named. */
  doneUnits(id: string, after: number, limit: number, caseId?: number): readonly CellUnit[];
  cells(id: string, after: number, limit: number, caseIds?: readonly number[]): readonly Cell[];
  cell(place: UnitPlace): StoredCell | undefined;
  /** The cells of one case that are asked together. */
  cellsOfCase(id: string, caseId: number, repeat: number): readonly CellUnit[];
  /** Its call waits; the same subject a second time adds nothing. */
  addJudgement(id: string, judgement: NewJudgement): void;
  /** Forgets one whose call was never sent. */
  dropJudgement(place: UnitPlace): void;
  judgement(place: UnitPlace): StoredJudgement | undefined;
  judgementOf(id: string, subject: string): StoredJudgement | undefined;
  judgements(id: string, after: number, limit: number): readonly StoredJudgement[];
  setBound(place: UnitPlace, bound: Amount | null): void;
  setVerdict(place: UnitPlace, verdict: Verdict | null): void;
  exclude(id: string, numbers: readonly number[], isExcluded: boolean): void;
  /**
   * What is known to be charged, and the most that running calls and those of unknown cost can take; `isOpen` where
   * nothing limits one of them.
   */
  spent(
    id: string,
    unit: MoneyUnit,
  ): { readonly known: number; readonly bound: number; readonly isOpen: boolean };
  votes(id: string): readonly Vote[];
  putVote(id: string, vote: Vote): void;
  removeVote(id: string, voteId: string): void;
  /** Hides it, or shows it again with `null`. */
  setRemoved(id: string, at: number | null): void;
  purgeRemoved(): void;
}
