import { lazy, Suspense, useEffect } from 'react';
import { useShortcuts } from '../commands/shortcuts';
import { tabOf } from '../commands/tabs';
import { DroppedMedia } from '../features/create/dropped-media';
import { Inspector } from '../features/inspector/inspector';
import { useJobNews } from '../features/jobs/job-news';
import { JobsPanel } from '../features/jobs/jobs-panel';
import { PromptDialogs } from '../features/prompts/prompt-dialogs';
import { PlayerHost } from '../media/player/player-bar';
import { ReplyMediaContext } from '../parts/chat/message/reply-media-context';
import { announce } from '../state/announce';
import { useCoreState } from '../state/core/core-state';
import { useUiState } from '../state/ui/ui-state';
import { AnnounceContext } from '../ui/announce-context';
import { Announcer } from './announcer';
import { Notices } from './notices';
import { OpeningDialog } from './opening-dialog';
import { Overlays } from './overlays';
import { ProblemDialog } from './problem-dialog';
import { Rail } from './rail';
import { SpendingDialog } from './spending-dialog';
import { StartScreen } from './start-screen';
import { tabViews } from './tab-views';
import { TitleBar } from './title-bar';
import { UndoOffer } from './undo-offer';
import { UpdateQuestion } from './update-question';

const ReplyMediaView = lazy(() => import('../media/reply-media'));

/** Loaded with the first reply that has any; the reply's text doesn't wait for it. */
function ReplyMedia(props: { jobIds: readonly string[] }) {
  return (
    <Suspense>
      <ReplyMediaView {...props} />
    </Suspense>
  );
}

/** The window: title bar, rail, and the active tab. */
export function Frame() {
  useShortcuts();
  useJobNews();
  const ready = useCoreState(({ app }) => app !== null);
  const tab = tabOf(useUiState(({ route }) => route.tab));
  const View = tabViews[tab.id];
  useEffect(() => {
    document.title = `${tab.label} · Gatehouse`;
  }, [tab]);
  return (
    <AnnounceContext value={announce}>
      <div className="flex h-full flex-col">
        <TitleBar />
        <Notices />
        <UpdateQuestion />
        <div className="flex min-h-0 flex-1">
          <Rail />
          <Suspense fallback={<main className="flex-1" />}>
            <ReplyMediaContext value={ReplyMedia}>
              {ready ? <View jobs={<JobsPanel />} /> : <StartScreen />}
            </ReplyMediaContext>
          </Suspense>
        </div>
        {ready && <Inspector />}
        <PlayerHost />
        <DroppedMedia />
        <UndoOffer />
        {ready && <Overlays />}
        <PromptDialogs />
        <SpendingDialog />
        <OpeningDialog />
        <ProblemDialog />
        <Announcer />
      </div>
    </AnnounceContext>
  );
}
