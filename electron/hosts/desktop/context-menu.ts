/** The menu of the right mouse button: what can be done with text, which Electron leaves out. */
import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';

export type TextContext = Pick<Electron.ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

export function addContextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_, context) => {
    const items = textItems(context);
    if (items.length > 0) Menu.buildFromTemplate([...items]).popup({ window });
  });
}

/** Empty where there is neither a field nor selected text: the page may have a menu of its own there. */
export function textItems({
  isEditable,
  selectionText,
  editFlags,
}: TextContext): readonly MenuItemConstructorOptions[] {
  if (isEditable) {
    return [
      { role: 'undo', enabled: editFlags.canUndo },
      { role: 'redo', enabled: editFlags.canRedo },
      { type: 'separator' },
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ];
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy' }];
}
