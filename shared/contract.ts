/**
 * The whole API of the core: every command a window may send; `reports.ts` holds the events.
 *
 * A new command is two edits: one line in its family under `commands/`, one handler in `electron/core`. The hosts
 * (`electron/hosts`) carry both without knowing them; the core checks every input against its schema before a handler
 * runs.
 */
import type { z } from 'zod';
import { appCommands, backupsCommands, openingCommands, updatesCommands } from './commands/app-commands';
import { archiveCommands } from './commands/archive-commands';
import { attachmentsCommands } from './commands/attachments-commands';
import { batchCommands } from './commands/batch-commands';
import { boardsCommands } from './commands/boards-commands';
import { bodyCommands } from './commands/body-commands';
import { chatCommands } from './commands/chat-commands';
import { chatEditCommands } from './commands/chat-edit-commands';
import { checksCommands } from './commands/checks-commands';
import { codeCommands } from './commands/code-commands';
import { compareCommands } from './commands/compare-commands';
import { conversationsCommands } from './commands/conversations-commands';
import { creditsCommands, tokensCommands } from './commands/credits-commands';
import { experimentsCommands } from './commands/experiments-commands';
import { inspectorCommands } from './commands/inspector-commands';
import { jobsCommands } from './commands/jobs-commands';
import { ledgerCommands } from './commands/ledger-commands';
import { mediaCommands } from './commands/media-commands';
import { modelsCommands, networkCommands, profilesCommands } from './commands/profiles-commands';
import { presetsCommands, promptsCommands } from './commands/prompts-commands';
import { toolsCommands } from './commands/tools-commands';

export type { AppEvent, Bridge, Notice, RemoteJobSummary, Snapshot } from './reports';

export const commands = {
  ...appCommands,
  ...profilesCommands,
  ...modelsCommands,
  ...presetsCommands,
  ...conversationsCommands,
  ...chatCommands,
  ...chatEditCommands,
  ...bodyCommands,
  ...attachmentsCommands,
  ...archiveCommands,
  ...backupsCommands,
  ...jobsCommands,
  ...ledgerCommands,
  ...creditsCommands,
  ...networkCommands,
  ...mediaCommands,
  ...boardsCommands,
  ...codeCommands,
  ...inspectorCommands,
  ...promptsCommands,
  ...toolsCommands,
  ...compareCommands,
  ...batchCommands,
  ...experimentsCommands,
  ...checksCommands,
  ...updatesCommands,
  ...openingCommands,
  ...tokensCommands,
} as const;

export type CommandName = keyof typeof commands;
export type CommandInput<Name extends CommandName> = z.input<(typeof commands)[Name]['input']>;
export type CheckedInput<Name extends CommandName> = z.output<(typeof commands)[Name]['input']>;
export type CommandResult<Name extends CommandName> = Exclude<(typeof commands)[Name]['result'], undefined>;
