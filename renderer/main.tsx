import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Frame } from './app/frame';
import { QuickAskWindow } from './app/quick-ask-window';
import { followTextSize } from './app/text-size';
import { followTheme } from './app/theme';
import { start } from './state/follow-core';
import { persistDrafts } from './state/ui/draft-keeper';
import { persistTyped, restoreTyped } from './state/ui/persistence';
import { useUiState } from './state/ui/ui-state';
import './styles/app.css';

followTheme();
followTextSize();
restoreTyped(useUiState);
/** The small window stores nothing of what the others hold. */
const isQuickAsk = location.hash === '#/quick';
if (!isQuickAsk) {
  persistTyped(useUiState);
  persistDrafts();
}
start(flushSync);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(<StrictMode>{isQuickAsk ? <QuickAskWindow /> : <Frame />}</StrictMode>);
