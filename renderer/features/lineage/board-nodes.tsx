import { memo } from 'react';
import type { Lineage, LineageNode } from '../../../shared/media/lineage';
import { cutText } from '../../../shared/text/cut-text';
import { type BoardLayout, nodeHeightPx, nodeWidthPx, type PlacedNode } from '../../media/lineage/layout';
import { NodeImage } from '../../media/lineage/node-image';
import {
  kindText,
  modelOf,
  nodeCostText,
  rolesText,
  spokenNode,
  titleOf,
} from '../../media/lineage/node-text';
import { classes } from '../../ui/classes';
import { type BoardView, boardPaddingPx } from './board-view';

export const optionId = (id: string): string => `lineage-${id}`;

interface BoardNodesProps {
  lineage: Lineage;
  layout: BoardLayout;
  view: BoardView;
  activeId: string;
  line: ReadonlySet<string>;
  onChoose: (id: string) => void;
  onOpen: (id: string) => void;
}

/** The nodes and edges in sight, and the active one, which screen readers must find. */
export function BoardNodes({ lineage, layout, view, activeId, line, onChoose, onOpen }: BoardNodesProps) {
  const isSeen = seenIn(view);
  const { places, width, height } = layout;
  return (
    <div
      role="presentation"
      style={{
        width: (width + 2 * boardPaddingPx) * view.scale,
        height: (height + 2 * boardPaddingPx) * view.scale,
      }}
    >
      <div
        role="presentation"
        className="relative origin-top-left"
        style={{ width, height, transform: `scale(${view.scale})` }}
      >
        <Edges {...{ lineage, layout, line, isSeen }} />
        {lineage.nodes.map((node, index) => {
          const place = places.get(node.id);
          if (place === undefined || (node.id !== activeId && !isSeen(place, place))) return null;
          return (
            <Node
              key={node.id}
              {...{ node, place, onChoose, onOpen }}
              roles={rolesText(lineage, node)}
              position={index + 1}
              count={lineage.nodes.length}
              isActive={node.id === activeId}
              isInLine={line.has(node.id)}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Whether anything between two places can be in sight. */
function seenIn({ left, top, width, height, scale }: BoardView) {
  const sight = {
    left: left / scale,
    top: top / scale,
    right: (left + width) / scale,
    bottom: (top + height) / scale,
  };
  const margin = nodeWidthPx;
  return (one: PlacedNode, other: PlacedNode): boolean =>
    Math.max(one.x, other.x) + nodeWidthPx + boardPaddingPx > sight.left - margin &&
    Math.min(one.x, other.x) + boardPaddingPx < sight.right + margin &&
    Math.max(one.y, other.y) + nodeHeightPx + boardPaddingPx > sight.top - margin &&
    Math.min(one.y, other.y) + boardPaddingPx < sight.bottom + margin;
}

interface EdgesProps extends Pick<BoardNodesProps, 'lineage' | 'layout' | 'line'> {
  isSeen: (one: PlacedNode, other: PlacedNode) => boolean;
}

function Edges({ lineage, layout: { places, width, height }, line, isSeen }: EdgesProps) {
  const paths = lineage.edges.flatMap(({ from, to, role }) => {
    const [one, other] = [places.get(from), places.get(to)];
    if (one === undefined || other === undefined || !isSeen(one, other)) return [];
    return [{ key: `${from} ${to} ${role}`, d: curve(one, other), isInLine: line.has(from) && line.has(to) }];
  });
  return (
    <svg
      aria-hidden
      width={width}
      height={height}
      className="pointer-events-none absolute overflow-visible"
      style={{ left: boardPaddingPx, top: boardPaddingPx }}
    >
      {paths.map(({ key, d, isInLine }) => (
        <path
          key={key}
          d={d}
          fill="none"
          className={classes(isInLine ? 'stroke-accent' : 'stroke-muted/50')}
          strokeWidth={isInLine ? 2.5 : 1.5}
        />
      ))}
    </svg>
  );
}

function curve(from: PlacedNode, to: PlacedNode): string {
  const [x, y] = [from.x + nodeWidthPx, from.y + nodeHeightPx / 2];
  const [endX, endY] = [to.x, to.y + nodeHeightPx / 2];
  const bend = Math.max(28, (endX - x) / 2);
  return `M ${x} ${y} C ${x + bend} ${y}, ${endX - bend} ${endY}, ${endX} ${endY}`;
}

interface NodeProps {
  node: LineageNode;
  /** What a file was used as; empty for results. */
  roles: string;
  place: PlacedNode;
  position: number;
  count: number;
  isActive: boolean;
  isInLine: boolean;
  onChoose: (id: string) => void;
  onOpen: (id: string) => void;
}

const Node = memo(function Node(props: NodeProps) {
  const { node, roles, place, position, count, isActive, isInLine, onChoose, onOpen } = props;
  const title = titleOf(node);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it has the keys.
    <div
      id={optionId(node.id)}
      role="option"
      aria-selected={isActive}
      aria-setsize={count}
      aria-posinset={position}
      aria-label={spokenNode(node, roles)}
      tabIndex={undefined}
      onClick={() => onChoose(node.id)}
      onDoubleClick={() => onOpen(node.id)}
      className={classes(
        'absolute flex cursor-default gap-2 overflow-hidden rounded-card border bg-panel p-1.5',
        isActive && 'outline-2 outline-accent outline-offset-1',
        isInLine ? 'border-accent' : 'border-line',
      )}
      style={{
        left: place.x + boardPaddingPx,
        top: place.y + boardPaddingPx,
        width: nodeWidthPx,
        height: nodeHeightPx,
      }}
    >
      <NodeImage node={node} className="h-full w-17 flex-none rounded-control" />
      <div className="flex min-w-0 flex-1 flex-col text-sm">
        <span className="line-clamp-2 wrap-anywhere leading-tight" title={cutText(title, 300)}>
          {cutText(title, 120)}
        </span>
        <span className="flex-1" />
        <span className="truncate text-muted text-xs">
          {[roles, kindText(node) || modelOf(node)].filter((text) => text !== '').join(' · ')}
        </span>
        <span className="truncate text-credit text-xs">{nodeCostText(node)}</span>
      </div>
    </div>
  );
});
