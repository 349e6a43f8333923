import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { EditOperation } from '../../../shared/media/edits';
import type { MediaItem } from '../../../shared/media/media';
import { announce } from '../../state/announce';
import { mediaUrl } from '../../state/core/media-url';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ProgressBar } from '../../ui/progress-bar';
import { isAnimation } from '../stage/decoded';
import { channelsNote } from './channels-note';
import { type EditFields, EditFieldsOf, firstFields, partNote, requestOf, whyNot } from './edit-fields';
import type { EditRequest } from './edit-request';
import { LoopRange } from './loop-range';
import { runEdit } from './run-edit';
import { TrimBar } from './trim-bar';

/** Makes a new file of a result, free and on this computer; the result stays as it is. */
export function EditDialog({ item, onClose }: { item: MediaItem; onClose: () => void }) {
  const [fields, setFields] = useState<EditFields>(() => firstFields(item));
  const change = (some: Partial<EditFields>) => setFields((before) => ({ ...before, ...some }));
  const player = useRef<HTMLVideoElement>(null);
  const running = useRunning(onClose);
  const mistake = whyNot(item, fields);
  const saved = useMoves(item) ? 'Saves its first frame as a new image, free.' : 'Saves a new file, free.';
  const notes = [partNote(fields), channelsNote(item, fields)];
  const isStretch = item.kind !== 'image' && (fields.operation === 'trim' || fields.operation === 'gif');
  return (
    <Dialog title="Edit a copy" size="text" onClose={running.close}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole form, beside its buttons. */}
      <div
        className="-mx-1 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-1 pb-1"
        onKeyDown={(event) => onKey(event, item, player, change)}
      >
        <Preview item={item} player={player} />
        {isStretch && (
          <TrimBar {...{ item, player }} start={fields.start} end={fields.end} onChange={change} />
        )}
        <EditFieldsOf {...{ item, fields, change }} now={() => player.current?.currentTime ?? 0} />
        {isStretch && (
          <div>
            <LoopRange player={player} start={fields.start} end={fields.end} />
          </div>
        )}
      </div>
      <RunningEdit
        running={running}
        words={mistake ?? [saved, 'This one stays as it is.', ...notes].filter(Boolean).join(' ')}
      >
        <Button
          tone="primary"
          aria-disabled={mistake !== null || running.share !== null}
          onClick={() =>
            mistake === null && running.share === null && running.start(item, requestOf(item, fields))
          }
        >
          {buttons[fields.operation]}
        </Button>
      </RunningEdit>
    </Dialog>
  );
}

/** Whether an image has more frames than the one that is edited. */
function useMoves({ id, kind, contentType }: MediaItem): boolean {
  const [moves, setMoves] = useState(contentType === 'image/gif');
  useEffect(() => {
    if (kind !== 'image' || contentType === 'image/gif') return;
    const stop = new AbortController();
    fetch(mediaUrl(id), { signal: stop.signal })
      .then(async (answer) => setMoves(await isAnimation(await answer.blob())))
      .catch(() => undefined);
    return () => stop.abort();
  }, [id, kind, contentType]);
  return moves;
}

const buttons: Readonly<Record<EditOperation, string>> = {
  trim: 'Save trimmed',
  convert: 'Save converted',
  still: 'Save still',
  contactSheet: 'Save contact sheet',
  gif: 'Save GIF',
  adjust: 'Save image',
  join: 'Save joined',
};

interface RunningEditProps {
  running: ReturnType<typeof useRunning>;
  /** What will be saved, or why it can't be. */
  words: string;
  /** The button that starts it. */
  children: ReactNode;
}

/** Below the form of an edit: its progress, what failed, and the buttons. */
export function RunningEdit({ running, words, children }: RunningEditProps) {
  return (
    <>
      {running.problem !== null && (
        <p role="alert" className="mt-2 text-bad">
          Couldn’t edit the file. {running.problem}
        </p>
      )}
      <div className="mt-3 flex flex-none flex-wrap items-center justify-end gap-2">
        <div className="min-w-32 flex-1">
          {running.share !== null ? (
            <ProgressBar progress={running.share} />
          ) : (
            <p className="text-muted text-sm">{words}</p>
          )}
        </div>
        <Button onClick={running.share === null ? running.close : running.cancel}>Cancel</Button>
        {children}
      </div>
    </>
  );
}

/** One edit at a time, with its progress from 0 to 1 while it runs. */
export function useRunning(onDone: () => void) {
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  const cancel = () => stop.current?.abort(new Error('cancelled'));
  useEffect(() => () => stop.current?.abort(new Error('closed')), []);
  const start = (item: MediaItem, request: EditRequest, others: readonly MediaItem[] = []) => {
    const controller = new AbortController();
    stop.current = controller;
    setShare(0);
    setProblem(null);
    runEdit(item, request, { onProgress: setShare, signal: controller.signal, others }).then(
      () => {
        announce('Saved as a new file');
        onDone();
      },
      (error: Error) => {
        setShare(null);
        if (controller.signal.aborted) announce('Cancelled');
        else setProblem(error.message);
      },
    );
  };
  const close = () => {
    cancel();
    onDone();
  };
  return { share, problem, start, cancel, close };
}

function Preview({ item, player }: { item: MediaItem; player: RefObject<HTMLVideoElement | null> }) {
  if (item.kind === 'image')
    return (
      <img
        src={mediaUrl(item.id)}
        alt=""
        className="max-h-[40vh] min-h-0 self-center rounded-control object-contain"
      />
    );
  return (
    // biome-ignore lint/a11y/useMediaCaption: what is edited has no captions of its own.
    <video
      ref={player}
      src={mediaUrl(item.id)}
      aria-label="Preview"
      controls
      className={
        item.kind === 'audio'
          ? 'h-14 w-full flex-none'
          : 'max-h-[40vh] min-h-32 w-full rounded-control bg-[#000]'
      }
    />
  );
}

/** I and O set the start and the end where the preview is, as in other editors. */
function onKey(
  event: KeyboardEvent,
  item: MediaItem,
  player: RefObject<HTMLVideoElement | null>,
  change: (some: Partial<EditFields>) => void,
): void {
  const isTyped = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (isTyped || item.kind === 'image' || event.ctrlKey || event.metaKey || event.altKey) return;
  const now = Math.round((player.current?.currentTime ?? 0) * 1_000) / 1_000;
  if (event.key === 'i') change({ start: now });
  else if (event.key === 'o') change({ end: now });
}
