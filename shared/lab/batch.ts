/** One prompt run over a table of values: one call per row, each a real conversation or a real job. */
import type { Verdict } from '../assertions/judge';
import type { ToolRound } from '../chat/tool-calls';
import type { AppErrorData } from '../errors';
import type { MediaItem } from '../media/media';
import type { Cost } from '../money/cost';
import type { Misfit } from '../run/reply-fit';
import type { Setup } from '../run/setup';
import type { AnswerKind } from './answer';
import { fillTemplate, mistakeOfValue, type Template, type Variable } from './template';

/**
 * - `running`: rows are sent, or will be as soon as there is room; resumes when the app is opened again.
 * - `paused`: by you, or by the app where `error` says why; running rows are completed.
 * - `stopped`: by you; nothing more is sent.
 * - `completed`: every row has ended, whether it succeeded or not.
 */
export type BatchStatus = 'running' | 'paused' | 'stopped' | 'completed';

/**
 * - `waiting`: not sent yet, or refused without a charge and to be sent again.
 * - `running`: sent, and not ended.
 * - `done`: answered.
 * - `failed`: refused or broken; `error` says why.
 * - `interrupted`: whether the gateway accepted it is unknown; never sent again automatically.
 * - `stopped`: ended by you, or not sent when the batch was stopped.
 */
export type BatchRowStatus = 'waiting' | 'running' | 'done' | 'failed' | 'interrupted' | 'stopped';

export const rowStatuses: readonly BatchRowStatus[] = [
  'waiting',
  'running',
  'done',
  'failed',
  'interrupted',
  'stopped',
];

/** The template, its columns, and the model and settings to run it with. */
export type BatchPlan = Setup & {
  readonly profileId: string;
  readonly model: string;
  readonly template: string;
  readonly columns: readonly string[];
};

export type Batch = BatchPlan & {
  readonly id: string;
  readonly name: string;
  readonly status: BatchStatus;
  /** Why the app paused it. */
  readonly error: AppErrorData | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly counts: Readonly<Record<BatchRowStatus, number>>;
  /** Sum of all known charges of its rows, over every attempt. */
  readonly cost: Cost;
  readonly hasUnknownCost: boolean;
  /** Until when the batch waits for a gateway's rate limit; `null` where it does not wait. */
  readonly waitsUntil: number | null;
  /** It waits so that no request is refused; absent where one was, or it does not wait. */
  readonly isPaced?: boolean;
};

/** The reasons of `ToolRound` that are read from what is stored. */
export type RoundsEnded = Extract<
  NonNullable<ToolRound['ended']>['reason'],
  'rounds' | 'cost limit' | 'unanswered' | 'unknown cost'
>;

export interface BatchRow {
  readonly batchId: string;
  /** From 0. */
  readonly position: number;
  /** In the order of the columns. */
  readonly values: readonly string[];
  readonly status: BatchRowStatus;
  readonly conversationId: string | null;
  readonly replyId: string | null;
  readonly jobId: string | null;
  /** The beginning of the reply: of its text, or of what it says without one. */
  readonly answer: string | null;
  /** What a reply without text is; absent where it has text, or has not ended. */
  readonly answerOf?: AnswerKind;
  /**
   * The fields of a reply that was asked to follow a schema, in the schema's order: texts as they are, other values as JSON,
   * `null` where one is absent. Absent without a schema or a reply.
   */
  readonly fields?: readonly (string | null)[];
  /** Where such a reply does not follow the schema; `null` where it does. Patterns are not checked here. */
  readonly misfit?: Misfit | null;
  /** Whether the reply is what the row expects (`__expected…`); absent where it expects nothing, or has no reply. */
  readonly verdict?: Verdict;
  /** The tools that its last reply called, which nothing answered; absent where it called none. */
  readonly calledTools?: readonly string[];
  /** How many rounds of tools were answered by themselves; absent where none were. */
  readonly rounds?: number;
  /** Why those calls were not answered, where the batch answers tools by itself; absent where it doesn't. */
  readonly roundsEnded?: RoundsEnded;
  /** The first of its results, or of the files that came with its reply. */
  readonly media: MediaItem | null;
  /** Over every attempt; `null` while unknown, which is not zero. */
  readonly cost: Cost | null;
  /** When it was sent; `null` or absent where it was not. */
  readonly startedAt?: number | null;
  /** From sending to the end, in milliseconds. */
  readonly totalMs: number | null;
  readonly error: AppErrorData | null;
}

/** How many rows were judged, and how. */
export type VerdictCounts = Readonly<Record<Verdict['state'], number>>;

/** A page of the batches, newest first. */
export interface BatchPage {
  readonly batches: readonly Batch[];
  readonly nextCursor: string | null;
}

export const batchLimits = {
  rows: 10_000,
  columns: 50,
  cellCharacters: 100_000,
  nameCharacters: 200,
} as const;

/** An error in a table that can't be run. */
export interface TableMistake {
  /** From 1, without the header; `null` where it concerns all rows. */
  readonly row: number | null;
  readonly column: string | null;
  readonly message: string;
}

/** Why a table can't be run: at most `most` errors, in the order of its rows. */
export function checkTable(
  template: Template,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  most = 50,
): readonly TableMistake[] {
  const absent = template.variables.filter(
    ({ name, fallback }) => fallback === null && !columns.includes(name),
  );
  const mistakes: TableMistake[] = absent.map(({ name }) => ({
    row: null,
    column: name,
    message: `The table has no column “${name}”, and the variable has no default.`,
  }));
  const checked = template.variables.map((variable) => ({ variable, at: columns.indexOf(variable.name) }));
  for (const [index, values] of rows.entries()) {
    if (mistakes.length >= most) break;
    for (const { variable, at } of checked) {
      const message = at === -1 ? null : mistakeOfCell(variable, values[at] ?? '');
      if (message !== null) mistakes.push({ row: index + 1, column: variable.name, message });
    }
    if (promptOfRow(template, columns, values).trim() === '') {
      mistakes.push({ row: index + 1, column: null, message: 'The prompt of this row is empty.' });
    }
  }
  return mistakes.slice(0, most);
}

/** An empty cell means the default, where there is one. */
const mistakeOfCell = (variable: Variable, value: string): string | null =>
  value.trim() === '' && variable.fallback !== null ? null : mistakeOfValue(variable, value);

/** The prompt of one row; an empty cell means the variable's default. */
export function promptOfRow(
  template: Template,
  columns: readonly string[],
  values: readonly string[],
): string {
  const given = columns.flatMap((column, index) => {
    const value = values[index] ?? '';
    return value.trim() === '' ? [] : [[column, value] as const];
  });
  return fillTemplate(template, Object.fromEntries(given));
}

/** `Row 3, “count”: …`, as shown on screen. */
export function formatTableMistake({ row, message }: TableMistake): string {
  return row === null ? message : `Row ${row}: ${message}`;
}
