import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button, IconButton } from './button';

interface ActionButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Its accessible name either way. */
  label: string;
  /** The keys that do the same, shown in the tooltip. */
  keys?: string;
  /** Shows its label where there is room, otherwise only the icon. */
  inWords?: boolean;
}

/** What one does with a result. */
export function ActionButton({ icon: Icon, label, keys, inWords = false, ...rest }: ActionButtonProps) {
  if (!inWords) return <IconButton icon={Icon} label={label} keys={keys} {...rest} />;
  return (
    <Button
      tone="quiet"
      title={keys === undefined ? undefined : `${label} (${keys})`}
      {...rest}
      className="justify-start gap-2 text-text"
    >
      <Icon className="icon text-muted" aria-hidden />
      {label}
    </Button>
  );
}
