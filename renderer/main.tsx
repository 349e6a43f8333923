import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connectCommands } from './app/connect-commands';
import { Frame } from './app/frame';
import { followTheme } from './app/theme';
import { start } from './state/follow-core';
import { keepDrafts } from './state/ui/draft-keeper';
import { keepTyped, restoreTyped } from './state/ui/keep';
import { keepInspectorHeight } from './state/ui/keep-inspector';
import { useUiState } from './state/ui/ui-state';
import './styles/app.css';

connectCommands();
followTheme();
restoreTyped(useUiState);
keepTyped(useUiState);
keepInspectorHeight();
keepDrafts();
start();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Frame />
  </StrictMode>,
);
