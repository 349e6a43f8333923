import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from './classes';

type Tone = 'primary' | 'plain' | 'quiet' | 'danger';

const tones: Record<Tone, string> = {
  primary: 'bg-accent text-on-accent font-semibold hover:brightness-110',
  plain: 'border border-line bg-raised text-text hover:bg-hover',
  quiet: 'text-muted hover:bg-hover hover:text-text',
  danger: 'border border-bad text-bad hover:bg-hover',
};

export interface ButtonProps extends ComponentProps<'button'> {
  tone?: Tone;
}

export function Button({ tone = 'plain', className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={classes(
        'inline-flex h-8 items-center justify-center gap-2 whitespace-nowrap rounded-control px-3',
        'aria-disabled:opacity-55 disabled:opacity-55',
        tones[tone],
        className,
      )}
      {...rest}
    />
  );
}

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
