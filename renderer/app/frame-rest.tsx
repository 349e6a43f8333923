/** What the window shows on demand, and what listens for it; loaded after the first screen. */

import { useEffect } from 'react';
import { DroppedMedia } from '../features/create/dropped-media';
import { Inspector } from '../features/inspector/inspector';
import { useJobNews } from '../features/jobs/job-news';
import { PromptDialogs } from '../features/prompts/prompt-dialogs';
import { oneTabStop } from '../lib/one-tab-stop';
import { PlayerHost } from '../media/player/player-bar';
import { useCoreState } from '../state/core/core-state';
import { followSentForms } from '../state/ui/forms';
import { persistInspectorHeight } from '../state/ui/persist-inspector';
import { persistViewChanges } from '../state/ui/result-view';
import { readBalanceWith } from '../ui/charge-hint';
import { connectCommands } from './connect-commands';
import { FocusTip } from './focus-tip';
import { OpeningDialog } from './opening-dialog';
import { Overlays } from './overlays';
import { followPrintKey } from './print-key';
import { ProblemDialog } from './problem-dialog';
import { SpendingDialog } from './spending-dialog';
import { UndoOffer } from './undo-offer';
import { useWindowTitle } from './window-title';

connectCommands();
persistInspectorHeight();
persistViewChanges();
followSentForms();
readBalanceWith(() => (useCoreState.getState().app?.ledger.remaining ?? null) !== null);
followPrintKey();

/** @param isReady whether the core has answered */
export function FrameRest({ isReady }: { isReady: boolean }) {
  useJobNews();
  useWindowTitle();
  useEffect(() => {
    const rail = document.querySelector<HTMLElement>('[data-rail]');
    return rail === null ? undefined : oneTabStop(rail);
  }, []);
  return (
    <>
      {isReady && <Inspector />}
      <PlayerHost />
      <DroppedMedia />
      <FocusTip />
      <UndoOffer />
      {isReady && <Overlays />}
      <PromptDialogs />
      <SpendingDialog />
      <OpeningDialog />
      <ProblemDialog />
    </>
  );
}
