/** An experiment that is being made, as it is typed. */
import type { AppErrorData } from '../../../../shared/errors';
import type { CaseAssertion, PromptVersionRef } from '../../../../shared/lab/experiment';
import type { HeadedTable } from '../../../../shared/lab/table-head';
import type { ModalityId } from '../../../../shared/modalities/modalities';
import { emptySetup, type Setup } from '../../../../shared/run/setup';

export interface VariantDraft {
  readonly key: string;
  readonly label: string;
  /** `null` for the profile in use. */
  readonly profileId: string | null;
  /** `null` for the first of its kind. */
  readonly model: string | null;
  readonly setup: Setup;
  /** A prompt of its own; `null` for that of the experiment. */
  readonly template: string | null;
  readonly promptVersion: PromptVersionRef | null;
}

/** A variant as a case chooses it. */
export interface VariantChoice {
  readonly key: string;
  readonly name: string;
}

export interface AxisDraft {
  readonly key: string;
  /** `model`, `prompt`, or the id of a setting or parameter. */
  readonly of: string;
  readonly text: string;
}

export interface AssertionDraft {
  readonly key: string;
  readonly type: string;
  readonly isNot: boolean;
  readonly value: string;
  readonly threshold: string;
  readonly weight: string;
  readonly model: string;
  /** JavaScript that changes the answer first, one after the other; those that are empty don't count. */
  readonly transforms: readonly string[];
  /** As a file has it, for what has no field here; it counts until a field is changed. */
  readonly kept?: CaseAssertion;
}

/** The model that judges; `null` for the profile in use, and where no model is chosen. */
export interface JudgeDraft {
  readonly profileId: string | null;
  readonly model: string | null;
}

/** The values of one case by their names; those of what it expects begin with `__`. */
export type CaseDraft = Readonly<Record<string, string>>;

/** A file with a table, to read another sheet of it, or with another header. */
export interface OpenWorkbook {
  readonly files: readonly { readonly name: string; readonly base64: string }[];
  /** Empty where it is no workbook. */
  readonly sheets: readonly string[];
  /** The one that was read, from 1. */
  readonly sheet: number | null;
  readonly head: Pick<HeadedTable, 'header' | 'rows'>;
  /** What was typed as the prompt before; `null` where the file gave it. */
  readonly prompt: string | null;
  /** What the prompt became. */
  readonly template: string;
}

/** Cases as they are typed. */
export interface CasesText {
  readonly cases: readonly CaseDraft[];
  /** Typed or pasted text that is not (yet) a valid table. */
  readonly tableText: string;
}

/** What answers are expected to be, as it is typed. */
export interface ExpectedDraft {
  readonly assertions: readonly AssertionDraft[];
  readonly threshold: string;
  readonly judge: JudgeDraft;
}

export interface LabDraft extends CasesText, ExpectedDraft {
  readonly title: string;
  readonly modality: ModalityId;
  readonly template: string;
  readonly promptVersion: PromptVersionRef | null;
  readonly variants: readonly VariantDraft[];
  readonly axes: readonly AxisDraft[];
  readonly repeats: number;
  readonly budget: string;
  /** What of the file that it came from was not read. */
  readonly notes: readonly string[];
  /** The workbook that its cases are a sheet of; kept while the page is. */
  readonly workbook: OpenWorkbook | null;
  /** The id made for exactly this experiment; kept until the core accepted it. */
  readonly attempt?: { readonly id: string; readonly request: string } | undefined;
  readonly isSending?: boolean;
  /** Why the last attempt was refused. */
  readonly error?: AppErrorData | undefined;
}

/** Holds files and assertions of a case that came from elsewhere, as JSON; not shown as a column. */
export const keptColumn = '__kept';

export const newKey = (): string => crypto.randomUUID();

export const newVariant = (modality: ModalityId, change: Partial<VariantDraft> = {}): VariantDraft => ({
  key: newKey(),
  label: '',
  profileId: null,
  model: null,
  setup: emptySetup(modality),
  template: null,
  promptVersion: null,
  ...change,
});

export const newAssertion = (change: Partial<AssertionDraft> = {}): AssertionDraft => ({
  key: newKey(),
  type: 'icontains',
  isNot: false,
  value: '',
  threshold: '',
  weight: '',
  model: '',
  transforms: [],
  ...change,
});

export const emptyDraft = (modality: ModalityId = 'chat'): LabDraft => ({
  title: '',
  modality,
  template: '',
  promptVersion: null,
  variants: [newVariant(modality)],
  axes: [],
  cases: [],
  tableText: '',
  assertions: [],
  threshold: '',
  judge: { profileId: null, model: null },
  repeats: 1,
  budget: '',
  notes: [],
  workbook: null,
});
