import { dialog, type OpenDialogOptions } from 'electron';
import { dialogParent } from './windows';

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
