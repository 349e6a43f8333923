import { dialog, type OpenDialogOptions } from 'electron';
import { dialogParent } from './windows';

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
