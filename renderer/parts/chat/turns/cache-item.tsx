import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { cachePointsIn } from '../../../../shared/chat/cache-points';
import type { Message } from '../../../../shared/chat/chat';
import { useIsReplying } from '../../../state/ui/selectors';
import { setCachePoint, useTakesCachePoints } from '../cache-points';

/** Where the model takes cache points; a point that is there can always be taken away. */
export function CacheItem({ message, itemClass }: { message: Message; itemClass: string }) {
  const { conversationId, parts } = message;
  const busy = useIsReplying(conversationId);
  const isTaken = useTakesCachePoints(conversationId);
  const isOn = cachePointsIn(parts) > 0;
  if (!isTaken && !isOn) return null;
  return (
    <DropdownMenu.CheckboxItem
      className={`${itemClass} gap-3`}
      checked={isOn}
      disabled={busy}
      title="The gateway keeps the prompt up to here; writing it may cost more, reading it again costs less"
      onSelect={() => void setCachePoint(message, !isOn)}
    >
      <span className="flex-1">Cache up to here</span>
      <DropdownMenu.ItemIndicator>
        <Check className="icon" aria-hidden />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  );
}
