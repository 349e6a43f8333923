import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { StoredFile } from '../../../shared/media/files';
import { focusSoon } from '../../lib/focus';
import { mediaUrl } from '../../state/core/media-url';
import { showProblem } from '../../state/ui/problem';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { useSize } from '../stage/use-size';
import type { Mask } from './mask';
import { markUsed, openDraft } from './mask-drafts';
import { maskFile } from './mask-file';
import { MaskToolbar } from './mask-toolbar';
import { firstSettings, settingsByKey, settingsText, type ToolSettings } from './mask-tools';
import { type MaskBoard, shareText, useMaskBoard } from './use-mask-board';

interface MaskEditorProps {
  image: StoredFile;
  /** The mask that the form has now. */
  known: StoredFile | undefined;
  /** Puts it into the form; `null` where nothing is marked. Returns the id of the stored file. */
  onUse: (mask: Blob | null) => Promise<string | null>;
  onClose: () => void;
}

type Draft = Awaited<ReturnType<typeof openDraft>>;

/** Marks the part of an image that may change. What was drawn stays when it is closed. */
export default function MaskEditor({ image, known, onUse, onClose }: MaskEditorProps) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isBroken, setBroken] = useState(false);
  const knownId = known?.id ?? null;
  useEffect(() => {
    let isWanted = true;
    const opened = openDraft({
      imageId: image.id,
      imageUrl: mediaUrl(image.id),
      known: knownId === null ? null : { id: knownId, url: mediaUrl(knownId) },
    });
    opened.then(
      (found) => isWanted && setDraft(found),
      () => isWanted && setBroken(true),
    );
    return () => {
      isWanted = false;
    };
  }, [image.id, knownId]);
  const use = async ({ mask, ...rest }: Draft, share: number) => {
    try {
      const fileId = await onUse(share === 0 ? null : await maskFile(mask));
      if (share > 0 && fileId === null) return;
      markUsed(image.id, { mask, ...rest }, fileId);
      onClose();
      focusSoon('composer');
    } catch {
      const message = 'The mask could not be written as a PNG. Try a smaller image.';
      showProblem('Couldn’t use the mask', { code: 'invalid_input', message });
    }
  };
  return (
    <Dialog title="Mark the part to change" size="wide" onClose={onClose}>
      {isBroken && (
        <div className="flex flex-1 flex-col items-start gap-3">
          <p className="text-warn">
            This image can’t be decoded here. Convert it to PNG or JPEG and add it again.
          </p>
          <Button onClick={onClose}>Close</Button>
        </div>
      )}
      {draft !== null && (
        <Editing
          image={image}
          mask={draft.mask}
          onClose={onClose}
          onUse={(share) => void use(draft, share)}
        />
      )}
    </Dialog>
  );
}

interface EditingProps {
  image: StoredFile;
  mask: Mask;
  onUse: (share: number) => void;
  onClose: () => void;
}

function Editing({ image, mask, onUse, onClose }: EditingProps) {
  const [settings, setSettings] = useState(() => firstSettings(mask.width, mask.height));
  const [said, say] = useState('');
  const [area, setArea] = useState<HTMLDivElement | null>(null);
  const surface = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const room = useSize(area);
  const board = useMaskBoard({ mask, settings, room, canvas, board: surface, say });
  const help = useId();
  const change = (next: ToolSettings) => {
    setSettings(next);
    board.setSketch({ corners: [] });
    say(settingsText(next));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onUse(board.share);
    else if (
      isField ||
      !keyOn(event, { board, settings, change, isOnBoard: event.target === surface.current })
    )
      return;
    event.preventDefault();
  };
  useEffect(() => surface.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys work wherever the focus is in the editor.
    <div className="flex min-h-0 flex-1 flex-col gap-2" onKeyDown={onKeyDown}>
      <MaskToolbar {...{ board, settings, change, mask }} />
      <div
        ref={setArea}
        className="relative min-h-24 flex-1 overflow-hidden rounded-control border border-line bg-background"
      >
        <div
          ref={surface}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the board is drawn on with keys.
          tabIndex={0}
          aria-label={`Mask of ${image.name}`}
          aria-describedby={help}
          className="absolute inset-0 touch-none select-none outline-offset-[-2px]"
          {...board.pointers}
        >
          <img
            src={mediaUrl(image.id)}
            alt=""
            draggable={false}
            className="absolute bg-hover top-0 left-0 max-w-none origin-top-left"
            style={{
              width: mask.width,
              height: mask.height,
              transform: `translate(${board.view.x}px, ${board.view.y}px) scale(${board.view.scale})`,
            }}
          />
          <canvas
            ref={canvas}
            className="pointer-events-none absolute inset-0 size-full"
            style={{ opacity: settings.opacity / 100 }}
          />
          <Outlines board={board} settings={settings} />
        </div>
      </div>
      <p id={help} className="text-muted text-sm">
        Arrow keys move, Enter draws, Shift with arrow keys draws a line or a rectangle. [ and ] change the
        size, {'{'} and {'}'} the softness. Alt unmarks a shape. Space with the mouse moves the image.
      </p>
      <div className="flex flex-none flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 text-sm" data-mask-share>
          {mask.width} × {mask.height} · {shareText(board.share)}
        </p>
        <span role="status" className="sr-only">
          {said}
        </span>
        <Button onClick={onClose}>Close</Button>
        <Button tone="primary" title="Ctrl+Enter" onClick={() => onUse(board.share)}>
          {board.share === 0 ? 'Use without mask' : 'Use mask'}
        </Button>
      </div>
    </div>
  );
}

interface KeyContext {
  readonly board: MaskBoard;
  readonly settings: ToolSettings;
  readonly change: (next: ToolSettings) => void;
  readonly isOnBoard: boolean;
}

/** @returns whether the key did something */
function keyOn(event: KeyboardEvent, { board, settings, change, isOnBoard }: KeyContext): boolean {
  const { undo, redo, invert, clear, zoomIn, zoomOut, fit, actual } = board.actions;
  const { key } = event;
  if (isOnBoard && board.onKey(event)) return true;
  const isCtrl = event.ctrlKey || event.metaKey;
  const withCtrl: Readonly<Record<string, () => void>> = { z: event.shiftKey ? redo : undo, y: redo };
  const plain: Readonly<Record<string, () => void>> = {
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    '0': fit,
    '1': actual,
    i: invert,
    Delete: clear,
  };
  const run = isCtrl ? withCtrl[key.toLowerCase()] : (plain[key] ?? plain[key.toLowerCase()]);
  const next = isCtrl || event.altKey ? null : settingsByKey(settings, key);
  if (run !== undefined) run();
  else if (next !== null) change(next);
  return run !== undefined || next !== null;
}

/** The brush, and the shape that is drawn now. */
function Outlines({ board: { view, cursor, sketch }, settings }: Pick<KeyContext, 'board' | 'settings'>) {
  const at = ({ x, y }: { x: number; y: number }) => `${view.x + x * view.scale},${view.y + y * view.scale}`;
  const [x = 0, y = 0] = at(cursor).split(',').map(Number);
  const isBrush = settings.tool === 'brush' || settings.tool === 'eraser';
  const [first, last] = [sketch.corners[0], sketch.corners.at(-1)];
  const shape =
    first === undefined || last === undefined
      ? ''
      : settings.tool === 'rectangle'
        ? [first, { x: last.x, y: first.y }, last, { x: first.x, y: last.y }].map(at).join(' ')
        : [...sketch.corners, cursor].map(at).join(' ');
  const radius = isBrush ? Math.max(2, (settings.size / 2) * view.scale) : 4;
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full">
      {['#000', '#fff'].map((color, index) => (
        <g
          key={color}
          fill="none"
          stroke={color}
          strokeWidth={index === 0 ? 3 : 1.5}
          strokeDasharray={index === 0 ? undefined : '5 4'}
        >
          <circle cx={x} cy={y} r={radius} />
          {shape !== '' && <polygon points={shape} />}
        </g>
      ))}
    </svg>
  );
}
