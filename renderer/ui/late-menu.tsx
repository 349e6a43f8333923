import { MoreHorizontal } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { isSubmitKey } from '../lib/submit-key';
import { classes } from './classes';
import { mainLandmark } from './main-landmark';
import { MenuTrigger } from './menu-trigger';

interface ButtonProps {
  label?: string;
  /** Of the button. */
  className?: string | undefined;
  /** Of the button: -1 where other keys lead to it. */
  tabIndex?: number | undefined;
}

interface LateMenuProps extends ButtonProps {
  /** The side of the button with which the menu is flush. */
  align?: 'start' | 'end';
  /** Of the menu. */
  width?: string;
  /** The items. */
  children: ReactNode;
}

const buttonClass = 'flex-none items-center justify-center rounded-control text-muted hover:text-text';
const squareClass = 'inline-flex size-7 hover:bg-hover';

/**
 * A button “More” with a menu that is made at its first press: each message has one, and making it takes twenty
 * components.
 */
export function LateMenu({ align = 'end', width = 'min-w-48', children, ...given }: LateMenuProps) {
  const [madeBy, setMadeBy] = useState<'key' | 'pointer' | null>(null);
  const content = useRef<HTMLDivElement>(null);
  // Radix begins to listen for keys once the menu is made, so it didn’t hear the one that opened it.
  useEffect(() => {
    if (madeBy === 'key') content.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [madeBy]);
  const { label = 'More', className = squareClass, tabIndex } = given;
  const button = { className: classes(buttonClass, className), tabIndex, title: 'More' };
  if (madeBy === null)
    return (
      <Unmade button={button} onPress={setMadeBy}>
        <Sign label={label} />
      </Unmade>
    );
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <MenuTrigger {...button}>
        <Sign label={label} />
      </MenuTrigger>
      <DropdownMenu.Portal container={mainLandmark()}>
        <DropdownMenu.Content
          ref={content}
          tabIndex={0}
          align={align}
          sideOffset={4}
          className={classes('floating p-1', width)}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** What opens a menu of Radix, so that it opens the same way the first time. */
const openingKeys: readonly string[] = ['Enter', ' ', 'ArrowDown'];

interface UnmadeProps {
  button: ComponentProps<'button'>;
  onPress: (by: 'key' | 'pointer') => void;
  children: ReactNode;
}

/** The button alone. The menu takes the focus, so it is not lost when the menu’s own button takes this place. */
function Unmade({ button, onPress, children }: UnmadeProps) {
  const pressKey = (event: KeyboardEvent) => {
    if (!openingKeys.includes(event.key) || isSubmitKey(event)) return;
    // Otherwise the key would choose the first item.
    event.preventDefault();
    onPress('key');
  };
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return;
    // Otherwise the browser would focus the button after the menu.
    event.preventDefault();
    onPress('pointer');
  };
  return (
    <button
      {...button}
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      data-state="closed"
      onPointerDown={press}
      onKeyDown={pressKey}
    >
      {children}
    </button>
  );
}

function Sign({ label }: { label: string }) {
  return (
    <>
      <MoreHorizontal className="icon" aria-hidden />
      <span className="sr-only">{label}</span>
    </>
  );
}
