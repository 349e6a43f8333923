/** Every table an archive may hold, with the schema of its rows. No other table and no other column is ever named. */
import type { z } from 'zod';
import * as app from './app-rows';
import * as chat from './chat-rows';
import * as check from './check-rows';
import * as experiment from './experiment-rows';
import * as job from './job-rows';
import * as table from './table-rows';

/** In the order in which they are stored: referenced rows come first. */
export const rowSchemas = {
  profiles: app.profiles,
  prompts: app.prompts,
  prompt_tags: app.promptTags,
  prompt_versions: app.promptVersions,
  presets: app.presets,
  saved_tools: app.savedTools,
  ledger: app.ledger,
  conversations: chat.conversations,
  messages: chat.messages,
  files: chat.files,
  file_uses: chat.fileUses,
  message_parts: chat.messageParts,
  message_logprobs: chat.messageLogprobs,
  message_media: chat.messageMedia,
  asked_formats: chat.askedFormats,
  asked_settings: chat.askedSettings,
  reply_settings: chat.replySettings,
  reply_beginnings: chat.replyBeginnings,
  chat_edits: chat.chatEdits,
  jobs: job.jobs,
  job_parts: job.jobParts,
  job_answers: job.jobAnswers,
  job_inputs: job.jobInputs,
  media: job.media,
  boards: job.boards,
  board_media: job.boardMedia,
  batches: table.batches,
  batch_rows: table.batchRows,
  batch_jobs: table.batchJobs,
  comparisons: table.comparisons,
  comparison_columns: table.comparisonColumns,
  comparison_runs: table.comparisonRuns,
  experiments: experiment.experiments,
  experiment_variants: experiment.experimentVariants,
  experiment_cases: experiment.experimentCases,
  experiment_files: experiment.experimentFiles,
  experiment_cells: experiment.experimentCells,
  experiment_judgements: experiment.experimentJudgements,
  experiment_jobs: experiment.experimentJobs,
  experiment_votes: experiment.experimentVotes,
  checks: check.checks,
  check_calls: check.checkCalls,
  check_results: check.checkResults,
  settings: app.settings,
} as const satisfies Readonly<Record<string, z.ZodObject>>;

export type ArchivedTableName = keyof typeof rowSchemas;

/**
 * Tables of the database that are never imported.
 * - `catalogues`: prices come from the gateway, or the spending limits would trust an archive.
 */
export const tablesLeftOut = ['catalogues'] as const;

/** Read, but not stored as they are: a queued message would be sent, and charged, automatically. */
export const tablesTurnedIntoOthers = { queued_messages: chat.queuedMessages } as const;

/** Of archives of earlier versions; their rows become those of other tables. */
const earlierTables = { attachments: chat.attachments, attachment_uses: chat.attachmentUses } as const;

/**
 * Any column may be missing: an older archive lacks the newer ones, and the database refuses a row without what it
 * needs.
 */
const readable = new Map<string, z.ZodObject>(
  Object.entries({
    ...rowSchemas,
    ...tablesTurnedIntoOthers,
    ...earlierTables,
    messages: chat.messages.extend(chat.earlierMessageColumns),
    message_parts: chat.messageParts.extend(chat.earlierPartColumns),
  }).map(([name, schema]) => [name, schema.partial()]),
);

/** `undefined` for a table that no archive of this app holds. */
export const schemaOf = (name: string): z.ZodObject | undefined => readable.get(name);

/** `undefined` for a table that is neither exported nor imported. */
export const columnsOf = (name: string): readonly string[] | undefined =>
  name in rowSchemas ? Object.keys(rowSchemas[name as ArchivedTableName].shape) : undefined;

export const isLeftOut = (name: string): boolean => (tablesLeftOut as readonly string[]).includes(name);
