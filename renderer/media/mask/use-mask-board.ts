/** The board of the mask editor: what is seen of the image, and what is drawn on it. */
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Size } from '../stage/arrangement';
import { drawByKey } from './draw-by-key';
import { type Area, clear, invert, type Mask, markedShare, type Point, redo, undo } from './mask';
import { createOverlay, type Overlay } from './mask-overlay';
import { outline, rectangle, stroke } from './mask-shapes';
import type { ToolSettings } from './mask-tools';
import { actualView, fittedView, movedView, resizedView, type View, viewWith, zoomedView } from './mask-view';
import { edit, type Look, type Pen, placeOn, type Sketch } from './pen';
import { useMaskPointers } from './use-mask-pointers';

interface MaskBoardProps {
  readonly mask: Mask;
  readonly settings: ToolSettings;
  readonly room: Size | null;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly board: RefObject<HTMLDivElement | null>;
  /** For screen readers. */
  readonly say: (text: string) => void;
}

const zoomStep = 1.25;
const wheelFactor = 1.0015;
const pinchFactor = 1.01;
const nothing: Sketch = { corners: [] };

export type MaskBoard = ReturnType<typeof useMaskBoard>;

export function useMaskBoard(asked: MaskBoardProps) {
  const { mask, settings, room, canvas, board, say } = asked;
  const [cursor, setCursor] = useState<Point>({ x: mask.width / 2, y: mask.height / 2 });
  const [sketch, setSketch] = useState(nothing);
  const [share, setShare] = useState(() => markedShare(mask));
  const { view, look } = useView(mask, room);
  const overlay = useOverlay({ mask, room, canvas, view });
  const brush = {
    size: settings.size,
    softness: settings.softness / 100,
    isEraser: settings.tool === 'eraser',
  };
  const changed = (area: Area | null, words?: string) => {
    overlay.current?.change(area);
    const marked = markedShare(mask);
    setShare(marked);
    if (words !== undefined) say(`${words}, ${shareText(marked)}`);
  };
  const pen: Pen = {
    mask,
    settings,
    board,
    view,
    look,
    cursor,
    setCursor,
    sketch,
    setSketch,
    changed,
    say,
    line: (from, to) => stroke(mask, from, to, brush),
    show: (area) => overlay.current?.change(area),
    fill(corners, isEraser) {
      setSketch(nothing);
      edit(pen, () => shapeOf(pen, corners, isEraser), isEraser ? 'Unmarked' : 'Marked');
    },
  };
  useWheel(board, look);
  return {
    view,
    cursor,
    sketch,
    share,
    setSketch,
    actions: { ...steps(pen), ...look.actions },
    pointers: useMaskPointers(pen),
    /** @returns whether the key is one of the board's */
    onKey: (event: KeyboardEvent) => drawByKey(event, pen),
  };
}

function shapeOf({ mask, settings }: Pen, corners: readonly Point[], isEraser: boolean): Area | null {
  const [one, other] = [corners[0], corners.at(-1)];
  if (one === undefined || other === undefined) return null;
  return settings.tool === 'rectangle'
    ? rectangle(mask, one, other, isEraser)
    : outline(mask, corners, isEraser);
}

function steps({ mask, changed, say }: Pen) {
  const step = (act: (mask: Mask) => Area | null, words: string) => () => {
    const area = act(mask);
    if (area === null) say('Nothing left to do');
    else changed(area, words);
  };
  return {
    undo: step(undo, 'Undone'),
    redo: step(redo, 'Done again'),
    invert: step(invert, 'Inverted'),
    clear: step(clear, 'Cleared'),
  };
}

type LookActions = Readonly<Record<'zoomIn' | 'zoomOut' | 'fit' | 'actual', () => void>>;

/** Which part of the image is seen, and how large. */
function useView(image: Size, room: Size | null): { view: View; look: Look & { actions: LookActions } } {
  /** With the room that it was for; `null` while all of the image is seen. */
  const [moved, setMoved] = useState<{ readonly view: View; readonly room: Size } | null>(null);
  const viewIn = (area: Size, from: typeof moved) =>
    from === null ? fittedView(area, image) : resizedView(from.view, from.room, area, image);
  const view = room === null ? { scale: 1, x: 0, y: 0 } : viewIn(room, moved);
  const change = (next: (before: View, room: Size) => View) => {
    if (room === null) return;
    setMoved((from) => {
      const before = viewIn(room, from);
      const after = next(before, room);
      const isSame = after.scale === before.scale && after.x === before.x && after.y === before.y;
      return isSame ? from : { view: after, room };
    });
  };
  const zoomAt = (factor: number, at?: Point) =>
    change((before, area) =>
      zoomedView(before, factor, at ?? { x: area.width / 2, y: area.height / 2 }, area, image),
    );
  const look = {
    zoomAt,
    pan: (by: Point) => change((before, area) => movedView(before, by, area, image)),
    moveTo: (at: Point) => change((before, area) => viewWith(before, at, area)),
    actions: {
      zoomIn: () => zoomAt(zoomStep),
      zoomOut: () => zoomAt(1 / zoomStep),
      fit: () => setMoved(null),
      actual: () => change((_before, area) => actualView(area, image)),
    },
  };
  return { view, look };
}

/** `12.5 % of the image marked` */
export const shareText = (share: number): string =>
  `${share > 0 && share < 0.001 ? 'less than 0.1' : Number((share * 100).toFixed(1))} % of the image marked`;

type OverlayProps = Pick<MaskBoardProps, 'mask' | 'room' | 'canvas'> & { readonly view: View };

/** Drawn again for another size or view. */
function useOverlay({ mask, room, canvas, view }: OverlayProps): RefObject<Overlay | null> {
  const overlay = useRef<Overlay | null>(null);
  const now = useRef(view);
  now.current = view;
  const [width, height] = [room?.width ?? 0, room?.height ?? 0];
  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null || width === 0) return;
    element.width = Math.round(width * devicePixelRatio);
    element.height = Math.round(height * devicePixelRatio);
    overlay.current = createOverlay(element, mask, () => ({ view: now.current, ratio: devicePixelRatio }));
    overlay.current.all();
  }, [canvas, mask, width, height]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read through `now`.
  useLayoutEffect(() => overlay.current?.all(), [view.scale, view.x, view.y]);
  return overlay;
}

/** Listened to past React, which would not let the page be kept from scrolling. */
function useWheel(board: MaskBoardProps['board'], look: Look): void {
  const now = useRef(look);
  now.current = look;
  useEffect(() => {
    const element = board.current;
    const listen = (event: WheelEvent) => {
      event.preventDefault();
      if (event.shiftKey) now.current.pan({ x: -event.deltaX - event.deltaY, y: 0 });
      else
        now.current.zoomAt(
          (event.ctrlKey ? pinchFactor : wheelFactor) ** -event.deltaY,
          placeOn(element, event),
        );
    };
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [board]);
}
