import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Frame } from './app/frame';
import { followTextSize } from './app/text-size';
import { followTheme } from './app/theme';
import { leaveKeysToComposition } from './commands/keys';
import { start } from './state/follow-core';
import { persistDrafts } from './state/ui/draft-keeper';
import { persistTyped, restoreTyped } from './state/ui/persistence';
import { useUiState } from './state/ui/ui-state';
import { Guard } from './ui/guard';
import { lazy, Suspense } from './ui/later';
import './styles/app.css';

leaveKeysToComposition();
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
const QuickAskWindow = lazy(() => import('./app/quick-ask-window'));
createRoot(root).render(
  <StrictMode>
    <Guard>
      <Suspense>{isQuickAsk ? <QuickAskWindow /> : <Frame />}</Suspense>
    </Guard>
  </StrictMode>,
);
