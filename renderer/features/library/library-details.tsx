import {
  Archive,
  Clapperboard,
  Columns2,
  Combine,
  LayoutGrid,
  PencilLine,
  Play,
  Star,
  Trash2,
} from 'lucide-react';
import { memo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { AppErrorData } from '../../../shared/errors';
import type { MediaItem } from '../../../shared/media/media';
import { cutText } from '../../../shared/text/cut-text';
import { KeyedIconButton } from '../../commands/key-hint';
import { promptTitle } from '../../lib/prompt-title';
import { untilLoaded } from '../../lib/until-loaded';
import { call } from '../../link/call';
import { canShow } from '../../media/can-show';
import { MediaButtons } from '../../media/media-buttons';
import { factsOf } from '../../media/media-facts';
import { MediaMenu } from '../../media/media-menu';
import { starAll } from '../../media/order';
import { countText } from '../../media/remove-media';
import { SavingFields } from '../../media/settings/saving-fields';
import { star } from '../../media/star';
import { UseAgain } from '../../media/use-again';
import { saveFile } from '../../parts/save-file';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { useMedia } from '../../state/core/selectors';
import { openBoards } from '../../state/ui/dialogs';
import { openJoin } from '../../state/ui/edit-view';
import { ErrorCard } from '../../ui/alert';
import { Button, IconButton } from '../../ui/button';
import { NoteField, OrderFields } from './order-fields';

interface LibraryDetailsProps {
  chosen: readonly string[];
  onOpen: (id: string) => void;
  onCompare: (ids: readonly string[]) => void;
  onRename: (id: string) => void;
  onRemove: (ids: readonly string[]) => void;
}

/** What is known of what is chosen and what can be done with it; with nothing chosen, how files are kept. */
export const LibraryDetails = memo(function LibraryDetails(props: LibraryDetailsProps) {
  const { chosen, onOpen, onCompare, onRename, onRemove } = props;
  const canCompare = useCanCompare(chosen);
  const item = useMedia(chosen.length === 1 ? (chosen[0] ?? null) : null);
  return (
    <section aria-label="Details" className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 pb-5">
      {chosen.length > 0 && (
        <>
          <div className="flex min-h-12 flex-none flex-wrap items-center gap-2 py-2">
            <h2 className="flex-1 whitespace-nowrap font-semibold">{countText(chosen.length)} selected</h2>
            {canCompare && (
              <Button onClick={() => onCompare(chosen)}>
                <Columns2 className="icon" aria-hidden />
                Compare
              </Button>
            )}
            <FramesButton chosen={chosen} />
            <JoinButton chosen={chosen} />
            {chosen.length > 1 && <StarAll chosen={chosen} />}
            <KeyedIconButton
              command="library.board"
              icon={LayoutGrid}
              label="Boards"
              onClick={() => openBoards(chosen)}
            />
            <ExportButton ids={chosen} />
            <KeyedIconButton
              command="library.remove"
              icon={Trash2}
              label="Delete"
              onClick={() => onRemove(chosen)}
            />
          </div>
          {item !== undefined && <OneItem item={item} onOpen={onOpen} onRename={onRename} />}
          {chosen.length > 1 && <OrderFields ids={chosen} />}
        </>
      )}
      {chosen.length === 0 && (
        <>
          <h2 className="flex h-12 flex-none items-center font-semibold">Files</h2>
          <div className="flex flex-col gap-3">
            <SavingFields />
          </div>
        </>
      )}
    </section>
  );
});

/** Two results that can be seen. */
function useCanCompare(chosen: readonly string[]): boolean {
  return useCoreState(({ media }) => {
    const seen = chosen
      .flatMap((id) => media[id] ?? [])
      .filter((item) => item.kind !== 'audio' && canShow(item) && !item.isMissing);
    return chosen.length === 2 && seen.length === 2;
  });
}

/** Of two images: a video from the one that was chosen first to the other. */
function FramesButton({ chosen }: { chosen: readonly string[] }) {
  const [first, last] = useCoreState(useShallow(({ media }) => chosen.map((id) => media[id])));
  const isImage = (item: MediaItem | undefined) => item?.kind === 'image' && !item.isMissing;
  if (chosen.length !== 2 || !first || !last || !isImage(first) || !isImage(last)) return null;
  const fill = async () => (await untilLoaded(() => import('../../media/inputs'))).fillFrames(first, last);
  return (
    <IconButton icon={Clapperboard} label="Start and end frame of a video" onClick={() => void fill()} />
  );
}

const MOST_JOINED = 50;

/** Of several sounds, or several videos: one file of all, in the order in which they were chosen. */
function JoinButton({ chosen }: { chosen: readonly string[] }) {
  const items = useCoreState(useShallow(({ media }) => chosen.flatMap((id) => media[id] ?? [])));
  const kind = items[0]?.kind;
  const fits = items.length === chosen.length && items.every((item) => item.kind === kind && !item.isMissing);
  const canJoin = fits && (kind === 'audio' || kind === 'video') && items.length > 1;
  if (!canJoin || items.length > MOST_JOINED) return null;
  return <IconButton icon={Combine} label="Join…" onClick={() => openJoin(chosen)} />;
}

/** Stars them all, or takes the stars away where each has one. */
function StarAll({ chosen }: { chosen: readonly string[] }) {
  const isStarred = useCoreState(({ media }) => chosen.every((id) => media[id]?.isStarred === true));
  return (
    <IconButton
      icon={Star}
      label="Star"
      aria-pressed={isStarred}
      onClick={() => void starAll(chosen, !isStarred)}
    />
  );
}

interface OneItemProps {
  item: MediaItem;
  onOpen: (id: string) => void;
  onRename: (id: string) => void;
}

function OneItem({ item, onOpen, onRename }: OneItemProps) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-0.5">
        {!item.isMissing && (
          <>
            <KeyedIconButton
              command="library.open"
              icon={Play}
              label={item.kind === 'audio' ? 'Play' : 'Open'}
              onClick={() => onOpen(item.id)}
            />
            <MediaButtons item={item} />
            <KeyedIconButton
              command="library.rename"
              icon={PencilLine}
              label="Rename"
              onClick={() => onRename(item.id)}
            />
          </>
        )}
        <IconButton icon={Star} label="Star" aria-pressed={item.isStarred} onClick={() => void star(item)} />
        <MediaMenu item={item} />
      </div>
      {item.isMissing && <p className="text-warn">The file has been moved or deleted.</p>}
      <p className="select-text whitespace-pre-wrap break-words">
        {cutText(promptTitle(item.origin.prompt), 4_000)}
      </p>
      <OrderFields key={item.id} ids={[item.id]} />
      <NoteField key={`note ${item.id}`} item={item} />
      <UseAgain origin={item.origin} onUsed={() => undefined} />
      <dl className="grid gap-2">
        {factsOf(item).map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="select-text wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Packs what is chosen into one archive and hands it over. */
function ExportButton({ ids }: { ids: readonly string[] }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppErrorData | null>(null);
  const pack = async () => {
    if (busy) return;
    setBusy(true);
    const answer = await call('media.export', { ids: [...ids] });
    setBusy(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    const { exportId, files, missing } = answer.value;
    const refused = await saveFile({ part: 'export', id: exportId, fileName: 'gatehouse-export.zip' });
    setError(refused);
    if (refused !== null) return;
    announce(`${countText(files)} packed${missing === 0 ? '' : `, ${missing} missing`}`);
  };
  return (
    <>
      <Button onClick={pack} aria-disabled={busy}>
        <Archive className="icon" aria-hidden />
        {busy ? 'Packing…' : 'Export'}
      </Button>
      {error !== null && <ErrorCard error={error} />}
    </>
  );
}
