import { DropdownMenu } from 'radix-ui';
import { EDITED_HERE } from '../../shared/media/edits';
import type { MediaItem } from '../../shared/media/media';
import { estimateText } from '../../shared/money/estimate';
import { focusSoon } from '../lib/focus';
import { untilLoaded } from '../lib/until-loaded';
import { takeToChat } from '../parts/chat/media-of-messages';
import { announce } from '../state/announce';
import { mediaUrl } from '../state/core/media-url';
import { useJob } from '../state/core/selectors';
import { openBoards, openLineage } from '../state/ui/dialogs';
import { openEdit } from '../state/ui/edit-view';
import { findSimilar } from '../state/ui/library-view';
import { goTo } from '../state/ui/navigation';
import { showProblem } from '../state/ui/problem';
import { useUiState } from '../state/ui/ui-state';
import { useForecast } from '../state/use-forecast';
import { classes } from '../ui/classes';
import { LateMenu } from '../ui/late-menu';
import { lazy, Suspense } from '../ui/later';
import { canRepeat } from './can-repeat';
import { canEdit } from './can-show';
import { retryJob, takeOver } from './job-actions';
import { itemClass, MenuItem, MenuSection } from './menu-item';
import { removeMedia } from './remove-media';
import { star } from './star';

const EditTasks = lazy(() => import('./edit-tasks'));

interface MediaMenuProps {
  item: MediaItem;
  /** Of its button: -1 where other keys lead to it. */
  tabIndex?: number;
  children?: React.ReactNode;
}

/** Further actions for a result. */
export function MediaMenu({ item, tabIndex, children }: MediaMenuProps) {
  return (
    <LateMenu tabIndex={tabIndex} width="min-w-44">
      <Items item={item}>{children}</Items>
    </LateMenu>
  );
}

function Items({ item, children }: Omit<MediaMenuProps, 'tabIndex'>) {
  const { origin } = item;
  const isRepeatable = useIsRepeatable(item);
  const use = (what: 'text' | 'all') => {
    takeOver(origin, what);
    goTo(`#/${origin.modality}`);
    focusSoon('composer');
  };
  return (
    <div className="long-menu" data-entries="short">
      <MenuSection label="Prompt" isFirst>
        {children}
        <MenuItem onSelect={() => use('text')}>Use prompt</MenuItem>
        {origin.model !== EDITED_HERE && <MenuItem onSelect={() => use('all')}>Use all settings</MenuItem>}
      </MenuSection>
      {!item.isMissing && <UseInChat item={item} />}
      {!item.isMissing && <MadeFrom item={item} />}
      <FileSection item={item} />
      <MenuSection label="Result">
        {isRepeatable && <RunAgain jobId={origin.jobId} />}
        <MenuItem onSelect={() => void star(item)}>{item.isStarred ? 'Remove star' : 'Star'}</MenuItem>
        <DropdownMenu.Item
          className={classes(itemClass, 'text-bad')}
          onSelect={() => void removeMedia([item.id])}
        >
          Delete
        </DropdownMenu.Item>
      </MenuSection>
    </div>
  );
}

/** In a chat the result has a button for it. */
function UseInChat({ item }: { item: MediaItem }) {
  const isInChat = useUiState(({ route: { tab, compareId } }) => tab === 'chat' && compareId === null);
  return isInChat ? null : (
    <MenuSection label="Chat">
      <MenuItem onSelect={() => void takeToChat(item)}>Use in chat</MenuItem>
    </MenuSection>
  );
}

/** A new charge: its price is beside it. */
function RunAgain({ jobId }: { jobId: string }) {
  const forecast = useForecast({ kind: 'retryJob', id: jobId });
  const cost = forecast && estimateText(forecast);
  return (
    <MenuItem onSelect={() => void generateAgain(jobId)}>
      Run again
      {cost && <span className="ml-auto pl-4 text-credit text-sm">{cost}</span>}
    </MenuItem>
  );
}

const fetching = () => import('./fetch-again');

/** Copies of a result, and what it is related to. */
function FileSection({ item }: { item: MediaItem }) {
  const isSpoken = item.kind === 'audio' && item.origin.modality === 'speech';
  return (
    <MenuSection label="File">
      {item.isCut && (
        <MenuItem onSelect={() => void untilLoaded(fetching).then((it) => it.fetchAgain(item.id))}>
          Fetch again
        </MenuItem>
      )}
      {!item.isMissing && isSpoken && (
        <MenuItem onSelect={() => openEdit('captions', item.id)}>Save captions…</MenuItem>
      )}
      {!item.isMissing && canEdit(item) && (
        <MenuItem onSelect={() => openEdit('edit', item.id)}>Edit a copy…</MenuItem>
      )}
      <MenuItem onSelect={() => openBoards([item.id])}>Add to board…</MenuItem>
      <MenuItem onSelect={() => openLineage(item.id)}>Lineage</MenuItem>
      {item.kind === 'image' && <MenuItem onSelect={() => findSimilar(item.id)}>Find similar</MenuItem>}
    </MenuSection>
  );
}

/** What can be made from a result. */
function MadeFrom({ item }: { item: MediaItem }) {
  const use = (act: (inputs: typeof import('./inputs')) => Promise<void>) =>
    void untilLoaded(() => import('./inputs')).then(act);
  if (item.kind === 'video')
    return (
      <MenuSection label="Make from it">
        <MenuItem onSelect={() => use(({ continueVideo }) => continueVideo(item, mediaUrl(item.id)))}>
          Continue from the last frame
        </MenuItem>
        <MenuItem onSelect={() => use(({ fillInput }) => fillInput(item, 'video', 'video'))}>
          Use as video
        </MenuItem>
      </MenuSection>
    );
  if (item.kind === 'audio')
    return (
      <MenuSection label="Make from it">
        <MenuItem onSelect={() => use(({ fillInput }) => fillInput(item, 'video', 'sound'))}>
          Use as sound of a video
        </MenuItem>
      </MenuSection>
    );
  if (item.kind !== 'image') return null;
  return (
    <MenuSection label="Make from it">
      <MenuItem onSelect={() => use(({ fillInput }) => fillInput(item, 'image', 'image'))}>Edit</MenuItem>
      <MenuItem onSelect={() => use(({ editPart }) => editPart(item))}>Edit a part</MenuItem>
      <MenuItem onSelect={() => use(({ makeVariations }) => makeVariations(item))}>Variations</MenuItem>
      <Suspense fallback={null}>
        <EditTasks item={item} />
      </Suspense>
      <MenuItem onSelect={() => use(({ fillInput }) => fillInput(item, 'image', 'reference'))}>
        Use as reference
      </MenuItem>
      <MenuItem onSelect={() => use(({ fillInput }) => fillInput(item, 'video', 'firstFrame'))}>
        Animate
      </MenuItem>
      <MenuItem onSelect={() => use(({ fillInput }) => fillInput(item, 'video', 'lastFrame'))}>
        Use as last frame
      </MenuItem>
    </MenuSection>
  );
}

/** Whether the request of a result can be sent again; its job may not be in this window. */
export function useIsRepeatable({ origin }: MediaItem): boolean {
  return canRepeat(origin.model, useJob(origin.jobId));
}

export async function generateAgain(jobId: string) {
  const answer = await retryJob(jobId);
  if (answer === null) return;
  if (answer.ok) announce('Generating again');
  else showProblem('Couldn’t generate it again', answer.error);
}
