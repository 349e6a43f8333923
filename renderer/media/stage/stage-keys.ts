import type { KeyboardEvent, RefObject } from 'react';
import type { MediaModality } from '../../../shared/modalities';
import { commandAt } from '../../commands/shortcuts';
import { focusName } from '../../lib/focus';
import { toggleLayout } from '../../state/ui/result-view';
import { framesOf, type VideoControl } from '../player/video-player';
import type { Zoom } from '../viewer/use-zoom';

interface StageActions {
  readonly modality: MediaModality;
  readonly at: number;
  readonly count: number;
  readonly zoom: Zoom;
  readonly video: RefObject<VideoControl | null>;
  readonly show: (index: number) => void;
  readonly open: () => void;
}

/** The keys of the stage and its strip. */
export function stageKeys(actions: StageActions) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || !isOwn(event)) return;
    const run = runOf(event, actions);
    if (run === null) return;
    event.preventDefault();
    run();
  };
}

/** Not of a menu or dialog that only React counts as inside; a player's and a field's own keys go first. */
function isOwn({ target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return false;
  return !(target instanceof HTMLVideoElement) && !target.matches('input, select, textarea');
}

function runOf(event: KeyboardEvent<HTMLElement>, actions: StageActions): (() => void) | null {
  const { modality, at, count, zoom, video, show, open } = actions;
  const frames = framesOf(event);
  if (frames !== 0 && video.current !== null) return () => video.current?.step(frames);
  const runs: Readonly<Record<string, () => void>> = {
    'viewer.previous': () => show(at - 1),
    'viewer.next': () => show(at + 1),
    'viewer.zoomIn': zoom.in,
    'viewer.zoomOut': zoom.out,
    'viewer.fit': zoom.fit,
    'viewer.actual': zoom.actual,
    'stage.first': () => show(0),
    'stage.last': () => show(count - 1),
    'stage.grid': () => toggleLayout(modality),
    'stage.leave': () => focusName('composer'),
  };
  // Its own keys first: Escape also closes the viewer.
  const command = commandAt(event.nativeEvent, 'stage') ?? commandAt(event.nativeEvent, 'viewer');
  const id = command?.id ?? '';
  // A button that has the focus is pressed by these two.
  const isPress = id === 'stage.fullScreen' || id === 'stage.play';
  if (isPress) {
    if (event.target instanceof HTMLElement && event.target.matches('button, a')) return null;
    return id === 'stage.play' ? () => video.current?.toggle() : open;
  }
  return runs[id] ?? null;
}
