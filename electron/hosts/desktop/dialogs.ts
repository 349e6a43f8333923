/** Dialogs of the system: questions, and the choice of files and folders. */
import path from 'node:path';
import {
  app,
  dialog,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron';
import { oneLine } from './plain-text';
import { dialogParent } from './windows';

export interface Question {
  readonly message: string;
  readonly detail: string;
  /** The label of the button that agrees. */
  readonly action: string;
}

let waiting: Promise<unknown> = Promise.resolve();

/**
 * Asks in a dialog of the system: no page can press its buttons. One at a time, and Enter or Escape mean no.
 * @returns whether the person agreed
 */
export function confirmNatively(question: Question): Promise<boolean> {
  const asked = waiting.then(() => ask(question));
  waiting = asked.catch(() => undefined);
  return asked;
}

async function ask({ message, detail, action }: Question): Promise<boolean> {
  const options: MessageBoxOptions = {
    type: 'warning',
    title: 'Gatehouse',
    message: oneLine(message, 300),
    detail: oneLine(detail, 1_000),
    buttons: ['Cancel', action],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const parent = dialogParent();
  const shown =
    parent === undefined ? dialog.showMessageBox(options) : dialog.showMessageBox(parent, options);
  return (await shown).response === 1;
}

/** Asks in the system's dialog where to save a file; `null` where it was cancelled. */
export async function chooseFile(suggestedName: string): Promise<string | null> {
  const window = dialogParent();
  const options: SaveDialogOptions = {
    defaultPath: path.join(app.getPath('downloads'), suggestedName),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  };
  const asked =
    window === undefined ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options);
  const { canceled, filePath } = await asked;
  return canceled || filePath === '' ? null : filePath;
}

/** Asks for a folder in the system's dialog; `null` where it was cancelled. */
export async function chooseFolder(current: string): Promise<string | null> {
  const parent = dialogParent();
  const options: OpenDialogOptions = {
    defaultPath: current,
    properties: ['openDirectory', 'createDirectory', 'promptToCreate'],
  };
  const asked =
    parent === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(parent, options);
  const { canceled, filePaths } = await asked;
  return canceled ? null : (filePaths[0] ?? null);
}

/** Asks for an archive in the system's dialog; `null` where it was cancelled. */
export async function openFile(): Promise<string | null> {
  const window = dialogParent();
  const options: OpenDialogOptions = {
    filters: [{ name: 'Gatehouse archive', extensions: ['gatehouse', 'zip'] }],
    properties: ['openFile'],
  };
  const asked =
    window === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options);
  const { canceled, filePaths } = await asked;
  return canceled ? null : (filePaths[0] ?? null);
}
