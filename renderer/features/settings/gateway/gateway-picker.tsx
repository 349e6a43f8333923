import { Command } from 'cmdk';
import { Check, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { type KnownGateway, knownGateways } from '../../../../shared/gateways/gateways';

interface GatewayPickerProps {
  chosen: KnownGateway;
  onChoose: (gateway: KnownGateway) => void;
}

/** Which kind of gateway it is: a list that is searched by typing. */
export function GatewayPicker({ chosen, onChoose }: GatewayPickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const search = useSearch();
  return (
    <div>
      {/* The library finds its field by an id of its own, so it needs a name of its own. */}
      <p aria-hidden className="mb-1 text-muted">
        Gateway
      </p>
      {/* Ctrl+K is the search of the app. */}
      <Command label="Gateways" vimBindings={false} onKeyDown={search.onKeyDown}>
        <Popover.Root open={search.isOpen} onOpenChange={search.setOpen}>
          <SearchField input={input} chosen={chosen} search={search} />
          <Popover.Content
            align="start"
            sideOffset={6}
            aria-label="Choose a gateway"
            className="floating w-[min(420px,calc(100vw-80px))] p-1"
            onOpenAutoFocus={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => event.preventDefault()}
            onInteractOutside={(event) => event.target === input.current && event.preventDefault()}
          >
            <GatewayList
              chosen={chosen}
              onChoose={(gateway) => {
                onChoose(gateway);
                search.setOpen(false);
              }}
            />
          </Popover.Content>
        </Popover.Root>
      </Command>
    </div>
  );
}

type Search = ReturnType<typeof useSearch>;

/** Whether the list is open, and what is typed to search it. */
function useSearch() {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const begin = () => {
    setTyped('');
    setOpen(true);
  };
  const type = (text: string) => {
    setOpen(true);
    setTyped(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen && ['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) {
      event.preventDefault();
      begin();
    } else if (event.key === 'Tab') setOpen(false);
  };
  return { isOpen, setOpen, typed, begin, type, onKeyDown };
}

interface SearchFieldProps {
  input: RefObject<HTMLInputElement | null>;
  chosen: KnownGateway;
  search: Search;
}

function SearchField({ input, chosen, search }: SearchFieldProps) {
  return (
    <Popover.Anchor className="flex h-9 items-center gap-2 rounded-control border border-line bg-background pr-2 pl-2 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent">
      <GatewayLetters name={chosen.name} />
      <Command.Input
        asChild
        ref={input}
        value={search.isOpen ? search.typed : chosen.name}
        onValueChange={search.type}
        onClick={search.begin}
        placeholder="Search gateways"
      >
        {/* The library always says "expanded"; here it is said only while the list is open. */}
        <input
          role="combobox"
          aria-expanded={search.isOpen}
          aria-label="Gateway"
          className="h-full min-w-0 flex-1 bg-transparent outline-none"
        />
      </Command.Input>
      <ChevronDown className="icon pointer-events-none text-muted" aria-hidden />
    </Popover.Anchor>
  );
}

function GatewayList({ chosen, onChoose }: GatewayPickerProps) {
  return (
    <Command.List label="Gateways" className="max-h-[min(360px,50vh)] overflow-y-auto">
      <Command.Empty className="px-3 py-2 text-muted">
        No matching gateway. Choose “Other (OpenAI-compatible)”.
      </Command.Empty>
      {knownGateways.map((gateway) => (
        <Command.Item
          key={gateway.id}
          value={gateway.name}
          keywords={[gateway.id]}
          onSelect={() => onChoose(gateway)}
          className="flex h-9 items-center gap-2 rounded-control px-2 data-[selected=true]:bg-hover"
        >
          <GatewayLetters name={gateway.name} />
          <span className="flex-1">{gateway.name}</span>
          {gateway.id === chosen.id && <Check className="icon" aria-hidden />}
        </Command.Item>
      ))}
    </Command.List>
  );
}

/** A gateway's initials in the place of a logo. */
export function GatewayLetters({ name }: { name: string }) {
  const capitals = name.match(/\p{Lu}/gu) ?? [];
  const letters = capitals.length > 1 ? capitals.slice(0, 2).join('') : name.slice(0, 2);
  return (
    <span
      aria-hidden
      className="flex size-6 flex-none items-center justify-center rounded-control bg-hover font-semibold text-[11px] text-text"
    >
      {letters}
    </span>
  );
}
