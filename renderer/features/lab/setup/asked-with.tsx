import { Check, ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { mainLandmark } from '../../../ui/main-landmark';
import { MenuTrigger } from '../../../ui/menu-trigger';
import { askedOnly, isRestricted, onlyOf } from './kept-of-case';
import type { CaseDraft, VariantChoice } from './lab-draft';

interface AskedWithProps {
  label: string;
  of: CaseDraft;
  variants: readonly VariantChoice[];
  onChange: (to: CaseDraft) => void;
}

/** The variants that a case is asked with: all of them, or those that are checked. */
export function AskedWith({ label, of, variants, onChange }: AskedWithProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const chosen = onlyOf(of, variants);
  const count = isRestricted(of) ? `${chosen.length} of ${variants.length}` : 'All';
  return (
    <DropdownMenu.Root modal={false}>
      <MenuTrigger
        ref={trigger}
        aria-label={`${label}: ${count}`}
        title={chosen.map(({ name }) => name).join('\n')}
        className={`flex h-8 items-center gap-1 rounded-control px-2 text-left hover:bg-hover ${isRestricted(of) ? '' : 'text-muted'}`}
      >
        <span className="flex-1 truncate">{count}</span>
        <ChevronDown className="icon" aria-hidden />
      </MenuTrigger>
      {/* Outside a modal dialog nothing can be chosen. */}
      <DropdownMenu.Portal container={trigger.current?.closest('dialog') ?? mainLandmark()}>
        <DropdownMenu.Content
          tabIndex={0}
          align="end"
          sideOffset={4}
          aria-label={label}
          className="floating max-h-80 min-w-48 max-w-96 overflow-y-auto p-1"
        >
          <Item isChecked={!isRestricted(of)} onToggle={() => onChange(askedOnly(of, null))}>
            All variants
          </Item>
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          {variants.map(({ key, name }) => (
            <Item
              key={key}
              isChecked={chosen.some((one) => one.key === key)}
              onToggle={() => onChange(askedOnly(of, toggled(chosen, variants, key)))}
            >
              <bdi>{name}</bdi>
            </Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** In the order of the variants. */
const toggled = (chosen: readonly VariantChoice[], variants: readonly VariantChoice[], key: string) =>
  variants.flatMap((one) => (chosen.includes(one) === (one.key !== key) ? [one.key] : []));

interface ItemProps {
  isChecked: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** The menu stays open: several are chosen one after the other. */
function Item({ isChecked, onToggle, children }: ItemProps) {
  return (
    <DropdownMenu.CheckboxItem
      className="flex h-8 items-center gap-3 rounded-control px-3 outline-none data-[highlighted]:bg-hover"
      checked={isChecked}
      onSelect={(event) => {
        event.preventDefault();
        onToggle();
      }}
    >
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <DropdownMenu.ItemIndicator>
        <Check className="icon" aria-hidden />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  );
}
