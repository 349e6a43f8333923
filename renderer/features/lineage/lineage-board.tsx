import { Maximize2, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { Job } from '../../../shared/media/jobs';
import { type Lineage, type LineageNode, lineOf } from '../../../shared/media/lineage';
import { commandAt } from '../../commands/shortcuts';
import { focusSoon } from '../../lib/focus';
import { canRepeat, canTakeSettings } from '../../media/can-repeat';
import { takeOver } from '../../media/job-actions';
import {
  type BoardLayout,
  boardLayout,
  type Direction,
  linksOf,
  nextNode,
  nodeHeightPx,
  nodeWidthPx,
} from '../../media/lineage/layout';
import { useLineage } from '../../media/lineage/load-lineage';
import { costOfTreeText, rolesText, spokenNode } from '../../media/lineage/node-text';
import { generateAgain } from '../../media/media-menu';
import { FullWindow } from '../../media/viewer/full-window';
import { Viewer } from '../../media/viewer/viewer';
import { announce } from '../../state/announce';
import { useJob } from '../../state/core/selectors';
import { closeLineage } from '../../state/ui/dialogs';
import { goTo } from '../../state/ui/navigation';
import { ErrorCard } from '../../ui/alert';
import { IconButton } from '../../ui/button';
import { BoardNodes, optionId } from './board-nodes';
import { boardPaddingPx, dragBoard, useBoardView } from './board-view';
import { type NodeActions, NodeDetails, requestOf } from './node-details';

/** What a result was made from and what was made from it, as a board that the arrow keys walk. */
export default function LineageBoard({ mediaId }: { mediaId: string }) {
  const { lineage, error } = useLineage(mediaId, true);
  return (
    <FullWindow label="Lineage" onKeyDown={(event) => event.stopPropagation()} onClose={closeLineage}>
      {lineage === null ? <Waiting error={error} /> : <Board lineage={lineage} />}
    </FullWindow>
  );
}

function Waiting({ error }: { error: ReturnType<typeof useLineage>['error'] }) {
  return (
    <>
      <Head summary="" />
      <div className="p-4">
        {error === null ? <p className="text-muted">Loading…</p> : <ErrorCard error={error} />}
      </div>
    </>
  );
}

function Head({ summary, children }: { summary: string; children?: React.ReactNode }) {
  return (
    <div className="flex h-12 flex-none items-center gap-2 border-line border-b px-3">
      <h2 className="flex-none font-semibold">Lineage</h2>
      <p className="min-w-0 flex-1 truncate text-muted text-sm">{summary}</p>
      {children}
      <IconButton icon={X} label="Close" keys="Escape" onClick={closeLineage} />
    </div>
  );
}

function Board({ lineage }: { lineage: Lineage }) {
  const [chosenId, setActive] = useState(lineage.id);
  const [openId, setOpen] = useState<string | null>(null);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const layout = useMemo(() => boardLayout(lineage), [lineage]);
  const { view, zoomIn, zoomOut, fit } = useBoardView(scroller, layout);
  const node = nodeOf(lineage, chosenId);
  const line = useMemo(() => lineOf(lineage, node.id), [lineage, node.id]);
  useInSight(scroller, layout, node.id, view.scale);
  useEffect(() => scroller?.focus({ preventScroll: true }), [scroller]);
  const actions = actionsOf(node, useJob(requestOf(node)?.jobId ?? ''), setOpen);
  const choose = (id: string) => {
    setActive(id);
    const chosen = nodeOf(lineage, id);
    announce(spokenNode(chosen, rolesText(lineage, chosen)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const run = runOf(event, {
      lineage,
      layout,
      id: node.id,
      choose,
      actions,
      zooms: { zoomIn, zoomOut, fit },
    });
    if (run === null) return;
    event.preventDefault();
    run();
  };
  return (
    <>
      <Head summary={summaryOf(lineage)}>
        <IconButton icon={ZoomOut} label="Zoom out" keys="-" onClick={zoomOut} />
        <span className="w-12 flex-none text-center text-muted text-sm">
          {Math.round(view.scale * 100)} %
        </span>
        <IconButton icon={ZoomIn} label="Zoom in" keys="+" onClick={zoomIn} />
        <IconButton icon={Maximize2} label="Fit" keys="0" onClick={fit} />
      </Head>
      <div className="flex min-h-0 flex-1 max-sm:flex-col">
        <div className="focus-frame flex min-h-0 min-w-0 flex-1 flex-col">
          <div
            ref={setScroller}
            role="listbox"
            aria-label="Results and what they were made from"
            aria-activedescendant={optionId(node.id)}
            tabIndex={0}
            onKeyDown={onKeyDown}
            onPointerDown={dragBoard}
            className="grid min-h-0 flex-1 place-content-center-safe overflow-auto bg-background"
          >
            <BoardNodes
              {...{ lineage, layout, view, line }}
              activeId={node.id}
              onChoose={choose}
              onOpen={(id) => actionsOf(nodeOf(lineage, id), undefined, setOpen).open?.()}
            />
          </div>
        </div>
        <NodeDetails lineage={lineage} node={node} actions={actions} />
      </div>
      {openId !== null && (
        <Viewer ids={shownIds(lineage)} id={openId} onShow={setOpen} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** The chosen one, or the one that was asked for where that is gone. */
const nodeOf = ({ nodes, id }: Lineage, chosen: string): LineageNode =>
  (nodes.find((node) => node.id === chosen) ?? nodes.find((node) => node.id === id)) as LineageNode;

const shownIds = ({ nodes }: Lineage): readonly string[] =>
  nodes.flatMap((node) => (node.kind === 'result' && !node.isTrashed ? node.id : []));

function summaryOf(lineage: Lineage): string {
  const { nodes, isCut } = lineage;
  const results = nodes.filter(({ kind }) => kind === 'result' || kind === 'deleted').length;
  const count = results === 1 ? '1 result' : `${results} results`;
  return `${count} · ${costOfTreeText(lineage)}${isCut ? ' · only the nearest are shown' : ''}`;
}

function actionsOf(node: LineageNode, job: Job | undefined, open: (id: string) => void): NodeActions {
  const request = requestOf(node);
  const canBranch = node.kind === 'result' && canTakeSettings(node.item.origin.model);
  const canOpen = node.kind === 'result' && !node.isTrashed && !node.item.isMissing;
  return {
    ...(canOpen && { open: () => open(node.id) }),
    ...(canBranch && { branch: () => branch(node) }),
    ...(request !== null &&
      canRepeat(request.model, job) && { again: () => void generateAgain(request.jobId) }),
    ...(node.kind === 'reply' &&
      node.conversationId !== null && { goToChat: () => goAway(`#/chat/${node.conversationId}`) }),
  };
}

/** All settings and inputs of a result in its form: the next one starts from there. */
function branch(node: LineageNode): void {
  if (node.kind !== 'result') return;
  takeOver(node.item.origin, 'all');
  goAway(`#/${node.item.origin.modality}`);
  focusSoon('composer');
}

function goAway(address: `#/${string}`): void {
  closeLineage();
  goTo(address);
}

interface Walk {
  readonly lineage: Lineage;
  readonly layout: BoardLayout;
  readonly id: string;
  readonly choose: (id: string) => void;
  readonly actions: NodeActions;
  readonly zooms: Record<'zoomIn' | 'zoomOut' | 'fit', () => void>;
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'parent',
  ArrowRight: 'child',
  ArrowUp: 'above',
  ArrowDown: 'below',
};

function runOf(
  event: KeyboardEvent,
  { lineage, layout, id, choose, actions, zooms }: Walk,
): (() => void) | null {
  const direction = arrows[event.key];
  if (direction !== undefined) {
    const next = nextNode(layout, linksOf(lineage), id, direction);
    return next === null ? () => undefined : () => choose(next);
  }
  if (event.key === 'Home') return () => choose(lineage.id);
  const zoom: Readonly<Record<string, () => void>> = {
    'viewer.zoomIn': zooms.zoomIn,
    'viewer.zoomOut': zooms.zoomOut,
    'viewer.fit': zooms.fit,
  };
  const command = commandAt(event.nativeEvent, 'viewer')?.id ?? '';
  if (zoom[command] !== undefined) return zoom[command] ?? null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    enter: actions.open ?? actions.goToChat,
    b: actions.branch,
    n: actions.again,
  };
  return keys[event.key.toLowerCase()] ?? null;
}

/** The active node is scrolled to, with room around it. */
function useInSight(scroller: HTMLElement | null, { places }: BoardLayout, id: string, scale: number): void {
  const place = places.get(id);
  const [x, y] = [place?.x, place?.y];
  useEffect(() => {
    if (scroller === null || x === undefined || y === undefined) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = scroller;
    const left = (x + boardPaddingPx) * scale;
    const top = (y + boardPaddingPx) * scale;
    const isIn =
      left >= scrollLeft &&
      top >= scrollTop &&
      left + nodeWidthPx * scale <= scrollLeft + clientWidth &&
      top + nodeHeightPx * scale <= scrollTop + clientHeight;
    if (isIn) return;
    scroller.scrollTo(
      left + (nodeWidthPx * scale) / 2 - clientWidth / 2,
      top + (nodeHeightPx * scale) / 2 - clientHeight / 2,
    );
  }, [scroller, x, y, scale]);
}
