import { lazy, Suspense } from 'react';
import { announce } from '../state/announce';
import { AnnounceContext } from '../ui/announce-context';
import { Announcer } from './announcer';
import { SpendingDialog } from './spending-dialog';

const QuickAsk = lazy(() =>
  import('../features/quick-ask/quick-ask').then(({ QuickAsk: component }) => ({ default: component })),
);

/** The small window for one question. */
export function QuickAskWindow() {
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
