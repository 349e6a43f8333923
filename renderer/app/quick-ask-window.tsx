import { useEffect } from 'react';
import { noteFirstScreen, noteOpened } from '../lib/first-paint';
import { announce } from '../state/announce';
import { AnnounceContext } from '../ui/announce-context';
import { later, lazy, Suspense } from '../ui/later';
import { Announcer } from './announcer';

const QuickAsk = lazy(() =>
  import('../features/quick-ask/quick-ask').then(({ QuickAsk: component }) => ({ default: component })),
);

const SpendingDialog = later(() => import('./spending-dialog').then((module) => module.SpendingDialog));

/** The small window for one question. */
export default function QuickAskWindow() {
  useEffect(() => {
    noteFirstScreen();
    noteOpened();
  }, []);
  return (
    <AnnounceContext value={announce}>
      <Suspense>
        <QuickAsk />
      </Suspense>
      <SpendingDialog />
      <Announcer />
    </AnnounceContext>
  );
}
