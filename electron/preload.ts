/** The page's only access to the core: `window.bridge`, two functions, and nothing of Electron or Node. */
import { contextBridge, ipcRenderer, webFrame } from 'electron';
import type { AppEvent, Bridge } from '../shared/contract';
import { callChannel, eventChannel, spellChannel, spellLanguageChannel } from './hosts/desktop/ipc-channels';

const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(callChannel, name, input),
  subscribe(listener) {
    // The first argument would give the page an `ipcRenderer`.
    const hear = (_: unknown, event: AppEvent): void => listener(event);
    ipcRenderer.on(eventChannel, hear);
    return () => ipcRenderer.off(eventChannel, hear);
  },
};

// Chromium asks this script for wrong words, never the page.
ipcRenderer.on(spellLanguageChannel, (_, language: string) => {
  const check = (words: string[]): Promise<string[]> =>
    language === '' ? Promise.resolve([]) : ipcRenderer.invoke(spellChannel, words);
  webFrame.setSpellCheckProvider(language || 'en', {
    spellCheck: (words, callback) => void check(words).then(callback, () => callback([])),
  });
});

contextBridge.exposeInMainWorld('bridge', bridge);
