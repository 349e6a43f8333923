import { DropdownMenu } from 'radix-ui';

export const itemClass =
  'flex h-8 items-center rounded-control px-3 outline-none data-[highlighted]:bg-hover';

interface MenuItemProps {
  onSelect: () => void;
  children: React.ReactNode;
}

interface MenuSectionProps {
  label: string;
  isFirst?: boolean;
  children: React.ReactNode;
}

/** Entries of a long menu that belong together; low windows show the sections in two columns. */
export function MenuSection({ label, isFirst = false, children }: MenuSectionProps) {
  return (
    <DropdownMenu.Group aria-label={label} className="break-inside-avoid">
      {!isFirst && <DropdownMenu.Separator className="my-1 h-px bg-line" />}
      {children}
    </DropdownMenu.Group>
  );
}

export function MenuItem({ onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item className={itemClass} onSelect={onSelect}>
      {children}
    </DropdownMenu.Item>
  );
}
