import { BrowserWindow, dialog, type OpenDialogOptions } from 'electron';

/** Asks for an archive in the system's dialog; `null` where it was cancelled. */
export async function openFile(): Promise<string | null> {
  const [window] = BrowserWindow.getAllWindows();
  const options: OpenDialogOptions = {
    filters: [{ name: 'Gatehouse archive', extensions: ['zip'] }],
    properties: ['openFile'],
  };
  const asked =
    window === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options);
  const { canceled, filePaths } = await asked;
  return canceled ? null : (filePaths[0] ?? null);
}
