import { DropdownMenu } from 'radix-ui';
import type { ComponentProps, ComponentType } from 'react';
import { isSubmitKey } from '../lib/submit-key';

type ButtonProps = ComponentProps<'button'>;

interface MenuTriggerProps extends ButtonProps {
  /** What draws it. */
  as?: 'button' | ComponentType<ButtonProps>;
}

/** The button of a menu: Enter opens it, and Ctrl+Enter is left to the form around it. */
export const MenuTrigger = (props: MenuTriggerProps) => (
  <DropdownMenu.Trigger asChild>
    <Keyed {...props} />
  </DropdownMenu.Trigger>
);

/** Radix asks for no modifier, and what it handles is handled for all around it. */
const Keyed = ({ as: Drawn = 'button', onKeyDown, ...rest }: MenuTriggerProps) => (
  <Drawn {...rest} onKeyDown={(event) => isSubmitKey(event) || onKeyDown?.(event)} />
);
