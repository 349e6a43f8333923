/** What the result on the stage was made from and what was made from it. */
import { ChevronRight, Workflow } from 'lucide-react';
import type { Lineage, LineageNode } from '../../../shared/media/lineage';
import { openLineage } from '../../state/ui/dialogs';
import { classes } from '../../ui/classes';
import { linksOf } from './layout';
import { useLineage } from './load-lineage';
import { NodeImage } from './node-image';
import { costOfTreeText, kindText, spokenNode, titleOf } from './node-text';

/** Of each side; the board has all. */
const mostShown = 6;

interface LineageRowProps {
  mediaId: string;
  /** Shows another result in the place of this one. */
  onShow: (mediaId: string) => void;
}

/** Parents, this result and its children as small images; nothing for a result that has neither. */
export default function LineageRow({ mediaId, onShow }: LineageRowProps) {
  const { lineage } = useLineage(mediaId, false);
  if (lineage === null) return null;
  const { parents, children } = linksOf(lineage);
  const above = nodesOf(lineage, parents.get(mediaId));
  const below = nodesOf(lineage, children.get(mediaId));
  const self = lineage.nodes.find(({ id }) => id === mediaId);
  if (self === undefined || above.length + below.length + lineage.failed.length === 0) return null;
  return (
    <nav
      aria-label="Lineage"
      onKeyDown={moveFocus}
      className="flex h-14 flex-none items-center gap-1.5 overflow-x-auto border-line border-t px-3"
    >
      <Side nodes={above} onShow={onShow} what="Made from" />
      {above.length > 0 && <Next />}
      <NodeImage node={self} className="size-10 flex-none rounded-control outline-2 outline-accent" />
      {below.length > 0 && <Next />}
      <Side nodes={below} onShow={onShow} what="Used for" />
      <button
        type="button"
        onClick={() => openLineage(mediaId)}
        className="ml-2 inline-flex h-8 flex-none items-center gap-1.5 rounded-control px-2 text-sm hover:bg-hover"
      >
        <Workflow className="icon" aria-hidden />
        Lineage
        <span className="text-credit">{costOfTreeText(lineage)}</span>
      </button>
    </nav>
  );
}

const nodesOf = ({ nodes }: Lineage, ids: readonly string[] = []): readonly LineageNode[] =>
  nodes.filter(({ id }) => ids.includes(id));

const Next = () => <ChevronRight className="icon flex-none text-muted" aria-hidden />;

interface SideProps {
  nodes: readonly LineageNode[];
  what: string;
  onShow: (mediaId: string) => void;
}

function Side({ nodes, what, onShow }: SideProps) {
  const rest = nodes.length - mostShown;
  return (
    <>
      {nodes.slice(0, mostShown).map((node) => {
        const canShow = node.kind === 'result' && !node.isTrashed;
        const name = `${what}: ${spokenNode(node)}`;
        return (
          <button
            key={node.id}
            type="button"
            title={[titleOf(node), kindText(node)].filter((text) => text !== '').join(' · ')}
            aria-disabled={!canShow}
            onClick={() => canShow && onShow(node.id)}
            className={classes('size-10 flex-none overflow-hidden rounded-control', !canShow && 'opacity-70')}
          >
            <NodeImage node={node} className="size-full" />
            <span className="sr-only">{name}</span>
          </button>
        );
      })}
      {rest > 0 && <span className="flex-none text-muted text-sm">+{rest}</span>}
    </>
  );
}

/** The arrow keys lead along the row; at its ends the focus stays. */
function moveFocus(event: React.KeyboardEvent<HTMLElement>): void {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  event.preventDefault();
  event.stopPropagation();
  buttons[at + by]?.focus();
}
