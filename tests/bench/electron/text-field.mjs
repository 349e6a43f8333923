// @ts-check
/** A window of the same size with one text field, which has the focus: what a caret that blinks costs by itself. */
import { app, BrowserWindow } from 'electron';
import { tellWhenPainted } from './tell-ready.mjs';

app.setPath('userData', process.env.GATEHOUSE_HOME ?? '');
tellWhenPainted('textarea');
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1440, height: 900, show: false });
  window.once('ready-to-show', () => window.show());
  window.webContents.once('did-finish-load', () =>
    window.webContents.executeJavaScript('document.querySelector("textarea").focus()'),
  );
  window.loadURL('data:text/html,<textarea aria-label="Message"></textarea>');
});
app.on('window-all-closed', () => app.quit());
