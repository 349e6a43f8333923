import { MessageSquare, Trash2 } from 'lucide-react';
import type { LineageNode } from '../../../shared/media/lineage';
import { mediaUrl } from '../../state/core/media-url';
import { useMedia } from '../../state/core/selectors';
import { classes } from '../../ui/classes';
import { iconOfKind, Thumbnail } from '../thumbnail';

/** A node as a small image: its thumbnail, or an icon for what has none. */
export function NodeImage({ node, className }: { node: LineageNode; className?: string }) {
  const now = useMedia(node.kind === 'result' ? node.id : null);
  if (node.kind === 'result' && !node.isTrashed)
    return <Thumbnail item={now ?? node.item} kind={node.item.kind} className={className} />;
  if (node.kind === 'file' && node.file?.hasThumbnail)
    return (
      <img
        src={mediaUrl(node.file.id, 'thumbnail')}
        alt=""
        draggable={false}
        loading="lazy"
        decoding="async"
        className={classes('bg-hover object-cover', className)}
      />
    );
  const Icon = iconOf(node);
  return (
    <div className={classes('flex items-center justify-center bg-hover text-muted', className)}>
      <Icon className="icon" aria-hidden />
    </div>
  );
}

function iconOf(node: LineageNode) {
  if (node.kind === 'reply') return MessageSquare;
  return node.kind === 'file' ? iconOfKind[node.file?.kind ?? 'file'] : Trash2;
}
