import { useEffect } from 'react';
import { useShortcuts } from '../commands/shortcuts';
import { tabOf } from '../commands/tabs';
import { noteFirstScreen, noteOpened } from '../lib/first-paint';
import { ReplyMediaContext } from '../parts/chat/message/reply-media-context';
import { announce } from '../state/announce';
import { useCoreState } from '../state/core/core-state';
import { useUiState } from '../state/ui/ui-state';
import { AnnounceContext } from '../ui/announce-context';
import { Guard } from '../ui/guard';
import { later, lazy, Suspense } from '../ui/later';
import { Announcer } from './announcer';
import { Rail } from './rail';
import { StartScreen } from './start-screen';
import { tabViews } from './tab-views';
import { TitleBar } from './title-bar';

const Banners = later(() => import('./banners').then((module) => module.Banners));
const FrameRest = later(() => import('./frame-rest').then((module) => module.FrameRest));
const JobsPanel = later(() => import('../features/jobs/jobs-panel').then((module) => module.JobsPanel));
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
  const ready = useCoreState(({ app }) => app !== null);
  const hasFailed = useUiState(({ startError }) => startError !== null);
  const tab = tabOf(useUiState(({ route }) => route.tab));
  const isComparing = useUiState(({ route }) => route.compareId !== null);
  // A message can be typed before the core has answered; everything else shows what it answers.
  const canType = tab.id === 'chat' && !isComparing && !hasFailed;
  const View = tabViews[tab.id];
  useEffect(() => {
    if (ready || canType || hasFailed) noteFirstScreen(canType);
    if (ready || hasFailed) noteOpened();
  }, [ready, canType, hasFailed]);
  return (
    <AnnounceContext value={announce}>
      <div className="flex h-full flex-col">
        <TitleBar />
        <Banners />
        <div className="flex min-h-0 flex-1">
          <Rail />
          <Suspense fallback={<main className="flex-1" />}>
            <ReplyMediaContext value={ReplyMedia}>
              <Guard key={tab.id}>{ready || canType ? <View jobs={<JobsPanel />} /> : <StartScreen />}</Guard>
            </ReplyMediaContext>
          </Suspense>
        </div>
        <FrameRest isReady={ready} />
        <Announcer />
      </div>
    </AnnounceContext>
  );
}
