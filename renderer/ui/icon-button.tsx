import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from './classes';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Its accessible name, and its tooltip. */
  label: string;
  /** The keys with the same effect, shown in the tooltip. */
  keys?: string;
}

/** An icon as a button; its name is in the tooltip and in the accessibility tree. */
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
