import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from './classes';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Its accessible name, and its tooltip. */
  label: string;
  /** The keys that do the same, shown in the tooltip. */
  keys?: string;
}

/** A button that is an icon; its name stands in the tooltip and in the accessible tree. */
export function IconButton({ icon: Icon, label, keys, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={keys === undefined ? label : `${label} (${keys})`}
      className={classes(
        'inline-flex size-7 flex-none items-center justify-center rounded-control text-muted',
        'hover:bg-hover hover:text-text aria-pressed:text-accent',
        className,
      )}
      {...rest}
    >
      <Icon className="icon" aria-hidden />
      <span className="sr-only">{label}</span>
    </button>
  );
}
