import { MoreHorizontal } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { Preset } from '../../../shared/run/presets';
import { classes } from '../../ui/classes';
import { MenuTrigger } from '../../ui/menu-trigger';
import type { PresetRequests } from './preset-requests';

const itemClass =
  'flex h-8 items-center gap-4 rounded-control px-3 outline-none data-[highlighted]:bg-hover data-[disabled]:opacity-55';

interface PresetMenuProps {
  preset: Preset;
  requests: PresetRequests;
  canSave: boolean;
}

/** The other commands for a preset. Inside the open list, so that it closes with it. */
export function PresetMenu({ preset, requests, canSave }: PresetMenuProps) {
  const items: readonly { label: string; keys?: string; tone?: string; isOff?: boolean; run: () => void }[] =
    [
      { label: 'Update with current settings', isOff: !canSave, run: () => requests.update(preset) },
      {
        label: preset.isDefault ? 'No longer the default' : 'Set as default',
        // A new chat is empty until something is sent.
        isOff: preset.messages !== undefined,
        run: () => requests.setDefault(preset, !preset.isDefault),
      },
      { label: 'Rename', keys: 'F2', run: () => requests.name(preset) },
      { label: 'Delete', keys: 'Del', tone: 'text-bad', run: () => requests.remove(preset) },
    ];
  return (
    <DropdownMenu.Root modal={false}>
      <MenuTrigger
        title="More"
        className="flex size-7 flex-none items-center justify-center rounded-control text-muted hover:text-text"
      >
        <MoreHorizontal className="icon" aria-hidden />
        <span className="sr-only">More for {preset.name}</span>
      </MenuTrigger>
      <DropdownMenu.Content tabIndex={0} align="end" sideOffset={4} className="floating min-w-52 p-1">
        {items.map(({ label, keys, tone, isOff, run }) => (
          <DropdownMenu.Item key={label} disabled={isOff} className={classes(itemClass, tone)} onSelect={run}>
            <span className="flex-1">{label}</span>
            {keys !== undefined && <kbd className="font-sans text-muted text-xs">{keys}</kbd>}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
