import { DropdownMenu } from 'radix-ui';

export const itemClass =
  'flex h-8 items-center rounded-control px-3 outline-none data-[highlighted]:bg-hover';

interface MenuItemProps {
  onSelect: () => void;
  children: React.ReactNode;
}

export function MenuItem({ onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item className={itemClass} onSelect={onSelect}>
      {children}
    </DropdownMenu.Item>
  );
}
