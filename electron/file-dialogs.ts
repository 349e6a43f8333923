/** The system's own dialogs for archives, on the window that asks. */

import path from 'node:path';
import { app, BrowserWindow, dialog } from 'electron';
import type { FileDialogs } from './core/archive-ports';

const filters = [{ name: 'Gatehouse archive', extensions: ['zip'] }];

export const fileDialogs: FileDialogs = {
  async saveAs(suggestedName) {
    const defaultPath = path.join(app.getPath('documents'), suggestedName);
    const { canceled, filePath } = await dialog.showSaveDialog(frontWindow(), { defaultPath, filters });
    return canceled || filePath === '' ? null : filePath;
  },
  async open() {
    const { canceled, filePaths } = await dialog.showOpenDialog(frontWindow(), {
      filters,
      properties: ['openFile'],
    });
    return canceled ? null : (filePaths[0] ?? null);
  },
};

function frontWindow(): BrowserWindow {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  if (window === undefined) throw new Error('There is no window to show a dialog on.');
  return window;
}
