import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from './classes';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Its accessible name, and its tooltip. */
  label: string;
  /** The keys with the same effect, shown in the tooltip. */
  keys?: string;
  /** Why it can't be used now, shown in its tooltip. It keeps the focus, which a `disabled` button would lose. */
  unusable?: string | false;
}

/** An icon as a button; its name is in the tooltip and in the accessibility tree. */
export function IconButton({ icon: Icon, label, keys, unusable, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={keys === undefined ? label : `${label} (${keys})`}
      className={classes(
        'inline-flex size-7 flex-none items-center justify-center rounded-control text-muted',
        'hover:bg-hover hover:text-text aria-pressed:text-accent aria-disabled:opacity-55',
        className,
      )}
      {...rest}
      {...(unusable && { title: `${label}: ${unusable}`, 'aria-disabled': true, onClick: undefined })}
    >
      <Icon className="icon" aria-hidden />
      <span className="sr-only">{label}</span>
    </button>
  );
}
