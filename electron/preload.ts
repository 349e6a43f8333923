/** The page's only access to the core: `window.bridge`, two functions, and nothing of Electron or Node. */
import { contextBridge, ipcRenderer } from 'electron';
import type { AppEvent, Bridge } from '../shared/contract';
import { callChannel, eventChannel } from './hosts/desktop/ipc-channels';

const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(callChannel, name, input),
  subscribe(listener) {
    // The first argument would give the page an `ipcRenderer`.
    const hear = (_: unknown, event: AppEvent): void => listener(event);
    ipcRenderer.on(eventChannel, hear);
    return () => ipcRenderer.off(eventChannel, hear);
  },
};

contextBridge.exposeInMainWorld('bridge', bridge);
