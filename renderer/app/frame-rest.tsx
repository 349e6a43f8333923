/** What the window shows on demand, and what listens for it; loaded after the first screen. */
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { chordsOf } from '../commands/keys';
import { DroppedMedia } from '../features/create/dropped-media';
import { Inspector } from '../features/inspector/inspector';
import { useJobAnnouncer } from '../features/jobs/job-announcer';
import { PromptDialogs } from '../features/prompts/prompt-dialogs';
import { noteRest } from '../lib/first-paint';
import { oneTabStop } from '../lib/one-tab-stop';
import { untilLoaded } from '../lib/until-loaded';
import { PlayerHost } from '../media/player/player-bar';
import { JsonDialogs } from '../parts/request-json/json-dialogs';
import { announceError } from '../state/announce';
import { useCoreState } from '../state/core/core-state';
import { useChecksView } from '../state/ui/checks-view';
import { closeBoards, useBoardsView, useLineageView } from '../state/ui/dialogs';
import { useEditView } from '../state/ui/edit-view';
import { followSentForms } from '../state/ui/forms';
import { useOverlay } from '../state/ui/overlay';
import { persistInspectorHeight } from '../state/ui/persist-inspector';
import { closeProblem, useProblem } from '../state/ui/problem';
import { persistViewChanges } from '../state/ui/result-view';
import { useUiState } from '../state/ui/ui-state';
import { dropOffer, keepOfferFor, undo, useUndo } from '../state/undo';
import { ErrorCard, readBalanceWith } from '../ui/alert';
import { Button, IconButton } from '../ui/button';
import { classes } from '../ui/classes';
import { Dialog } from '../ui/dialog';
import { lazy, Suspense } from '../ui/later';
import { connectCommands } from './connect-commands';
import { FocusTip } from './focus-tip';
import { keepFocus } from './keep-focus';
import { noteFailures } from './note-failures';
import { OpeningDialog } from './opening-dialog';
import { SpendingDialog } from './spending-dialog';
import { useWindowTitle } from './window-title';

/**
 * The print key prints the open chat whole; the browser alone would print the messages on the screen. Everything else
 * is left to it.
 */
function followPrintKey(): void {
  document.addEventListener('keydown', (event) => {
    const isPrint = !event.defaultPrevented && chordsOf(event).includes('Mod+P');
    const { tab, conversationId, compareId } = useUiState.getState().route;
    if (!isPrint || tab !== 'chat' || compareId !== null || conversationId === null) return;
    event.preventDefault();
    if (!event.repeat) void print(conversationId);
  });
}

async function print(conversationId: string): Promise<void> {
  try {
    const { printChat } = await import('../parts/chat/print/print-chat');
    await printChat(conversationId);
  } catch {
    announceError('Couldn’t print the chat. Try again.');
  }
}

noteRest();
connectCommands();
persistInspectorHeight();
persistViewChanges();
followSentForms();
readBalanceWith(() => (useCoreState.getState().app?.ledger.remaining ?? null) !== null);
followPrintKey();
keepFocus();
noteFailures();

/** @param isReady whether the core has answered */
export function FrameRest({ isReady }: { isReady: boolean }) {
  useJobAnnouncer();
  useWindowTitle();
  useEffect(() => {
    const rail = document.querySelector<HTMLElement>('[data-rail]');
    return rail === null ? undefined : oneTabStop(rail);
  }, []);
  useOpenTabInView();
  return (
    <>
      {isReady && <Inspector />}
      <PlayerHost />
      <DroppedMedia />
      <FocusTip />
      <UndoOffer />
      {isReady && <Overlays />}
      <PromptDialogs />
      <JsonDialogs />
      {isReady && <Checks />}
      {isReady && <LineageOverlay />}
      {isReady && <BoardsOverlay />}
      {isReady && <EditOverlay />}
      <SpendingDialog />
      <OpeningDialog />
      <ProblemDialog />
    </>
  );
}

/** In a low window the rail scrolls, and a tab is also opened by keys or a link. */
function useOpenTabInView(): void {
  const tab = useUiState(({ route }) => route.tab);
  useEffect(() => {
    if (tab) document.querySelector('[data-rail] [aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [tab]);
}

const ChecksHost = lazy(() => import('../features/checks/checks-host'));
const loadPalette = () => untilLoaded(() => import('../features/palette/palette'));
const Palette = lazy(loadPalette);
const ShortcutsDialog = lazy(() => import('../features/shortcuts/shortcuts-dialog'));

/**
 * The dialogs above everything, loaded when needed; the palette is loaded when idle, since typing starts as it opens.
 */
function Overlays() {
  const open = useOverlay((state) => state.open);
  useEffect(() => {
    const idle = requestIdleCallback(() => void loadPalette());
    return () => cancelIdleCallback(idle);
  }, []);
  if (open === null) return null;
  return <Suspense>{open === 'palette' ? <Palette /> : <ShortcutsDialog />}</Suspense>;
}

/** What models can do: what is asked, and what was found. */
function Checks() {
  const isOpen = useChecksView(({ view }) => view !== null);
  return isOpen ? (
    <Suspense>
      <ChecksHost />
    </Suspense>
  ) : null;
}

const EditHost = lazy(() => import('../media/edit/edit-host'));

/** Captions of a sound, and light editing. */
function EditOverlay() {
  const view = useEditView((state) => state.view);
  return view === null ? null : (
    <Suspense>
      <EditHost view={view} />
    </Suspense>
  );
}

const LineageBoard = lazy(() => import('../features/lineage/lineage-board'));

/** What a result was made from and what was made from it. */
function LineageOverlay() {
  const id = useLineageView(({ mediaId }) => mediaId);
  return id === null ? null : (
    <Suspense>
      <LineageBoard key={id} mediaId={id} />
    </Suspense>
  );
}

const BoardDialog = lazy(() => import('../features/library/board-dialog'));

function BoardsOverlay() {
  const ids = useBoardsView((view) => view.ids);
  return ids === null ? null : (
    <Suspense>
      <BoardDialog ids={ids} onClose={closeBoards} />
    </Suspense>
  );
}

/** Shows an error above everything else: the command may have come from a menu or a viewer. */
function ProblemDialog() {
  const { problem } = useProblem();
  if (problem === null) return null;
  return (
    <Dialog title={problem.title} onClose={closeProblem}>
      <ErrorCard error={problem.error} />
      <div className="mt-4 flex justify-end">
        <Button autoFocus onClick={closeProblem}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

const afterLookMs = 4_000;

/** Offers to restore what was just deleted or changed. */
function UndoOffer() {
  const { offer, error } = useUndo();
  const isInLibrary = useUiState(({ route }) => route.tab === 'library');
  if (offer === null && error === null) return null;
  const isTop = offer === null || offer.place === 'top';
  return (
    <section
      aria-label={offer?.label ?? 'Deleted'}
      className={classes(
        'floating fixed inset-x-2 mx-auto flex w-fit max-w-lg items-center gap-3 p-2 pl-4',
        // Over results, not over controls: the filters of the library may take several lines.
        isTop ? (isInLibrary ? 'bottom-20' : 'top-26') : 'bottom-46',
      )}
      onPointerEnter={() => keepOfferFor(null)}
      onPointerLeave={() => keepOfferFor(afterLookMs)}
      onFocus={() => keepOfferFor(null)}
      onBlur={() => keepOfferFor(afterLookMs)}
    >
      {error === null ? <p>{offer?.text}</p> : <ErrorCard error={error} />}
      {offer !== null && (
        <Button data-focus="undo" onClick={() => void undo()}>
          Undo
        </Button>
      )}
      <IconButton icon={X} label="Close" onClick={dropOffer} />
    </section>
  );
}
