/** The application menu: the usual entries of a desktop app, and the way to the data folder. */
import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron';

/** @param home the data folder */
export function setMenu(home: string): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(template(home)));
}

function template(home: string): MenuItemConstructorOptions[] {
  const isMac = process.platform === 'darwin';
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    { label: '&File', submenu: [showData(home), { type: 'separator' }, { role: isMac ? 'close' : 'quit' }] },
    { role: 'editMenu' },
    { label: '&View', submenu: viewMenu() },
    { role: 'windowMenu' },
  ];
}

function showData(home: string): MenuItemConstructorOptions {
  return { label: 'Show Data Folder', click: () => void shell.openPath(home) };
}

function viewMenu(): MenuItemConstructorOptions[] {
  const forDevelopers: MenuItemConstructorOptions[] = [
    { role: 'reload' },
    { role: 'toggleDevTools' },
    { type: 'separator' },
  ];
  return [
    ...(app.isPackaged ? [] : forDevelopers),
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
}
