import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connectCommands } from './app/connect-commands';
import { Frame } from './app/frame';
import { followTheme } from './app/theme';
import { start } from './state/follow-core';
import { persistDrafts } from './state/ui/draft-keeper';
import { persistInspectorHeight } from './state/ui/persist-inspector';
import { persistTyped, restoreTyped } from './state/ui/persistence';
import { useUiState } from './state/ui/ui-state';
import './styles/app.css';

connectCommands();
followTheme();
restoreTyped(useUiState);
persistTyped(useUiState);
persistInspectorHeight();
persistDrafts();
start();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Frame />
  </StrictMode>,
);
