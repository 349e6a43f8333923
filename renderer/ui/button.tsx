import type { ComponentProps } from 'react';
import { classes } from './classes';

type Tone = 'primary' | 'plain' | 'quiet' | 'danger';

const tones: Record<Tone, string> = {
  primary: 'bg-accent text-on-accent font-semibold hover:brightness-110',
  plain: 'border border-line bg-raised text-text hover:bg-hover',
  quiet: 'text-muted hover:bg-hover hover:text-text',
  danger: 'border border-bad text-bad hover:bg-hover',
};

interface ButtonProps extends ComponentProps<'button'> {
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
