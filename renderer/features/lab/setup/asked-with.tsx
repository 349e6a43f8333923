import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { CaseMenu } from './case-menu';
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
  const chosen = onlyOf(of, variants);
  const count = isRestricted(of) ? `${chosen.length} of ${variants.length}` : 'All';
  return (
    <CaseMenu
      label={label}
      value={count}
      title={chosen.map(({ name }) => name).join('\n')}
      tone={!isRestricted(of) && 'text-muted'}
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
    </CaseMenu>
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
