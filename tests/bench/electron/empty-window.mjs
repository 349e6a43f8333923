// @ts-check
/** The least a program in this shell can be: one window of the same size, with nothing in it. */
import { app, BrowserWindow } from 'electron';
import { tellWhenPainted } from './tell-ready.mjs';

app.setPath('userData', process.env.GATEHOUSE_HOME ?? '');
tellWhenPainted('body');
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1440, height: 900, show: false });
  window.once('ready-to-show', () => window.show());
  window.loadURL('about:blank');
});
app.on('window-all-closed', () => app.quit());
