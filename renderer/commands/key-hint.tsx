import type { ComponentProps } from 'react';
import { IconButton } from '../ui/button';
import { classes } from '../ui/classes';
import { useKeys } from './use-keys';

/** The keys of a command at the end of its button; the button names them for screen readers. */
export function KeyHint({ command, className }: { command: string; className?: string }) {
  const { text } = useKeys(command);
  if (text === undefined) return null;
  return (
    <kbd aria-hidden className={classes('flex-none font-sans text-muted text-xs', className)}>
      {text}
    </kbd>
  );
}

interface KeyedIconButtonProps extends Omit<ComponentProps<typeof IconButton>, 'keys'> {
  /** Id of the command with the same effect, whose keys are shown. */
  command: string;
}

/** An icon button whose tooltip shows the current keys of its command. */
export function KeyedIconButton({ command, ...rest }: KeyedIconButtonProps) {
  const { text, aria } = useKeys(command);
  return <IconButton keys={text} aria-keyshortcuts={aria} {...rest} />;
}
