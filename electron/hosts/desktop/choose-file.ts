import path from 'node:path';
import { app, dialog, type SaveDialogOptions } from 'electron';
import { dialogParent } from './windows';

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
