/** Evaluations: cases × variants → results → scores. */
import { z } from 'zod';
import { laterLimits } from '../calls/later-limits';
import {
  type CellDetail,
  type CellPage,
  type Experiment,
  type ExperimentCase,
  type ExperimentPage,
  type ExperimentPlan,
  type JudgementPage,
  type Variant,
  type Vote,
  voteChoices,
} from '../lab/experiment';
import type { HeadedTable } from '../lab/table-head';
import { limits } from '../limits';
import type { CostForecast } from '../money/estimate';
import { inputRefs } from '../run/inputs-schema';
import { promptLimits } from '../run/prompts';
import { attachmentRefs } from './attachments-commands';
import {
  addition,
  budget,
  cases,
  cells,
  expectedEdit,
  expectedOfCaseEdit,
  experimentPlan,
  experimentVariant,
  inCase,
  inVariant,
  most,
  number,
  title,
  variables,
} from './experiments-inputs';
import { answers, cursor, id, isConfirmed, modality, model } from './spec';

const givenFile = z.strictObject({
  name: z.string().trim().min(1).max(limits.attachmentNameCharacters),
  base64: z.base64().max(laterLimits.attachmentBase64Characters),
});
/** By its name or its number from 1; the first that has rows where left out. */
const sheetChoice = z.union([z.string().trim().min(1).max(255), number]);

export const experimentsCommands = {
  /**
   * Stores cases and variants as a draft; nothing is sent before `experiments.start`. All variants have one modality. The
   * window makes `id`, once per intent: the same id a second time makes nothing.
   */
  'experiments.create': answers<null>()(() => experimentPlan.extend({ id: z.uuid() })),
  'experiments.list': answers<ExperimentPage>()(() =>
    z.strictObject({ modality: modality.nullable(), cursor, limit: z.int().min(1).max(200) }),
  ),
  'experiments.get': answers<Experiment>()(() => z.strictObject({ id })),
  /** Cases from an id on, in their order. */
  'experiments.cases': answers<readonly ExperimentCase[]>()(() =>
    z.strictObject({ id, after: z.int().min(0), limit: z.int().min(1).max(most.casesOfPage) }),
  ),
  /** Cells after one of them, in their order; of some cases alone where these are named. */
  'experiments.cells': answers<CellPage>()(() =>
    z.strictObject({
      id,
      after: z.int().min(0),
      limit: z.int().min(1).max(most.cellsOfPage),
      caseIds: z.array(number).min(1).max(most.casesOfPage).optional(),
    }),
  ),
  /** One cell with its whole answer and what each assertion makes of it. */
  'experiments.cell': answers<CellDetail>()(() => z.strictObject({ id, cellId: number })),
  /** What models were asked to judge, after one of them, in the order in which they were asked. */
  'experiments.judgements': answers<JudgementPage>()(() =>
    z.strictObject({ id, after: z.int().min(0), limit: z.int().min(1).max(most.cellsOfPage) }),
  ),
  /**
   * What a plan would cost at its start, what an experiment that exists still has to send, what the new cells alone would
   * cost if cases or a variant were added to it, or what judging the answers that it has would cost, also where something
   * else is expected of them. Asks no gateway.
   */
  'experiments.forecast': answers<{
    readonly total: CostForecast;
    /** In the order of the variants; of one alone where that would be added. */
    readonly variants: readonly CostForecast[];
    /** Of models that judge; part of the total. */
    readonly judging: CostForecast;
  }>()(() =>
    z.union([
      z.strictObject({ plan: experimentPlan }),
      z.strictObject({ id }),
      z.strictObject({ id, cells }),
      z.strictObject({ id, cases }),
      z.strictObject({ id, variant: experimentVariant }),
      z.strictObject({ id, judging: z.union([expectedEdit, expectedOfCaseEdit]) }),
    ]),
  ),
  /**
   * Sends the cells that wait: of a draft, or after a pause. All of them are checked against the limits as one sum first,
   * with what models are asked to judge of their answers, and of earlier ones that were not judged yet.
   */
  'experiments.start': answers<null>()(() => z.strictObject({ id, isConfirmed })),
  /**
   * Asks models to judge the answers that are there and were not judged yet, within the budget and the limits. Cells that
   * wait are not sent; of one that runs, everything is judged anyway.
   */
  'experiments.judge': answers<null>()(() => z.strictObject({ id, isConfirmed })),
  /** Sends no further cells; running ones are completed. */
  'experiments.pause': answers<null>()(() => z.strictObject({ id })),
  /** The same as `start` for one that is paused, and nothing for any other. */
  'experiments.resume': answers<null>()(() => z.strictObject({ id, isConfirmed })),
  /** Ends it: running cells are aborted, waiting ones are never sent, except by `retryCells`. */
  'experiments.stop': answers<null>()(() => z.strictObject({ id })),
  /** Sends cells again that ended, whatever their answer; a new charge, except where the gateway honors the first key. */
  'experiments.retryCells': answers<null>()(() => z.strictObject({ id, cells, isConfirmed })),
  /** Cells that are excluded count for no score; they stay, with their cost. */
  'experiments.exclude': answers<null>()(() => z.strictObject({ id, cells, isExcluded: z.boolean() })),
  /**
   * Title, what all cases expect, the budget and the judge. Nothing is sent: what is scored differently is scored at once.
   * What a model judges can change only while nothing runs, and is asked for by `start` or `judge`; what waited to be asked
   * of it and is wanted no longer is dropped.
   */
  'experiments.edit': answers<null>()(() =>
    z.strictObject({
      id,
      title: title.optional(),
      budget: budget.optional(),
      ...expectedEdit.shape,
    }),
  ),
  /**
   * Adds cases, whose cells wait: those of an experiment that runs are sent, and so checked against the limits first.
   * @returns their ids
   */
  'experiments.addCases': answers<{ readonly caseIds: readonly number[] }>()(() =>
    z.strictObject({ id, cases, ...addition }),
  ),
  /** The same for one variant. */
  'experiments.addVariant': answers<{ readonly variantId: Variant['id'] }>()(() =>
    z.strictObject({ id, variant: experimentVariant, ...addition }),
  ),
  'experiments.renameVariant': answers<null>()(() =>
    z.strictObject({ id, variantId: number, label: inVariant.shape.label.min(1) }),
  ),
  /**
   * What a case expects, its tags and its note, at any time. What is sent of it (variables, files) only before one of its
   * cells was: afterwards it is another case.
   */
  'experiments.editCase': answers<null>()(() =>
    z
      .strictObject({
        id,
        caseId: number,
        ...inCase,
        variables,
        attachments: attachmentRefs,
        inputs: inputRefs,
      })
      .partial({
        assertions: true,
        threshold: true,
        tags: true,
        note: true,
        variables: true,
        attachments: true,
        inputs: true,
      }),
  ),
  /** Which of two cells of one case is better. The window makes `voteId`; the same id a second time changes the choice. */
  'experiments.vote': answers<null>()(() =>
    z.strictObject({
      id,
      voteId: z.uuid(),
      a: number,
      b: number,
      choice: z.enum(voteChoices),
    }),
  ),
  'experiments.removeVote': answers<null>()(() => z.strictObject({ id, voteId: z.uuid() })),
  /** All of them, oldest first. */
  'experiments.votes': answers<readonly Vote[]>()(() => z.strictObject({ id })),
  /**
   * Reads files as a plan to be changed and created: a configuration of promptfoo with the files that it names, an
   * experiment of Gatehouse, or a table of cases (CSV, TSV, JSONL, a sheet of XLSX). Stores no experiment.
   */
  'experiments.readFile': answers<{
    readonly plan: ExperimentPlan;
    readonly notes: readonly string[];
    /** The names of all sheets of the first file; empty where it is no workbook. */
    readonly sheets: readonly string[];
    /** The number of the one that was read, from 1; `null` where it is no workbook. */
    readonly sheet: number | null;
    /** Of a table: the row that is the header, from 1, and the first rows in short. */
    readonly head: Pick<HeadedTable, 'header' | 'rows'> | null;
  }>()(() =>
    z.strictObject({
      /** The first one is read; the others are those that it may name. */
      files: z.array(givenFile).min(1).max(20),
      /** Of a table, which has none. */
      models: z.array(model).max(most.variants),
      prompt: z.string().max(promptLimits.textCharacters).nullable(),
      profileId: id.optional(),
      /** Of the first file. */
      sheet: sheetChoice.optional(),
      /** The row of a table that is its header, from 1; one that looks like it where left out. */
      header: number.optional(),
    }),
  ),
  /** A sheet of a workbook as the text of a table, with tabs between the values. */
  'experiments.readSheet': answers<{
    readonly text: string;
    readonly notes: readonly string[];
    readonly sheets: readonly string[];
    /** The number of the one that was read, from 1. */
    readonly sheet: number;
  }>()(() => z.strictObject({ file: givenFile, sheet: sheetChoice.optional() })),
  /** The experiment as a text that `readFile` reads: a configuration of promptfoo in YAML, or JSON of Gatehouse. */
  'experiments.toFile': answers<{
    readonly name: string;
    readonly text: string;
    readonly notes: readonly string[];
  }>()(() => z.strictObject({ id, format: z.enum(['promptfoo', 'gatehouse']) })),
  'experiments.rename': answers<null>()(() => z.strictObject({ id, title })),
  /** Can be undone by `experiments.restore` until the app is closed; its media stay in the library. */
  'experiments.remove': answers<null>()(() => z.strictObject({ id })),
  'experiments.restore': answers<null>()(() => z.strictObject({ id })),
  /**
   * A plan with the models, prompts and values of something that exists, to be changed and created: each row of a batch,
   * each round of a comparison, each message of the person in a chat is a case. Stores nothing.
   */
  'experiments.planFrom': answers<ExperimentPlan>()(() =>
    z.strictObject({ kind: z.enum(['batch', 'comparison', 'chat']), id }),
  ),
  /**
   * An experiment over the answers that a batch or a comparison has: its cells are those answers, and nothing is sent.
   * The source stays as it is; opened again, it is the same experiment. Answers that came later are counted, and with
   * `takesNew` they are taken into its cells.
   */
  'experiments.openFrom': answers<{
    readonly id: string;
    /** Absent where it has all answers. */
    readonly newAnswers?: number;
  }>()(() => z.strictObject({ kind: z.enum(['batch', 'comparison']), id, takesNew: z.boolean().optional() })),
};
