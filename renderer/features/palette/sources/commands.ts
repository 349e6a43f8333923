import { Command } from 'lucide-react';
import { commands } from '../../../commands/commands';
import { otherWordsOf } from '../../../commands/other-words';
import { useCoreState } from '../../../state/core/core-state';
import { openCheckPlan, openChecks } from '../../../state/ui/checks-view';
import { openJsonDialog } from '../../../state/ui/dialogs';
import { useUiState } from '../../../state/ui/ui-state';
import type { Hit, Source } from '../hit';
import { matchWords } from '../match-words';

/** The available commands, with or without keys. */
export const commandSource: Source = {
  title: 'Commands',
  prefix: '>',
  find: (words, limit) => {
    const found = matchWords([...ready(), ...checkCommands, ...jsonCommands()], words).slice(0, limit);
    return found.map((one) => ('id' in one ? hitOf(one) : one));
  },
};

/** Without keys, and of the active profile: they are no part of the table, which the first screen loads. */
const checkCommands: readonly (Hit & { readonly also: string })[] = [
  {
    key: 'command:checks.plan',
    icon: Command,
    label: 'Check models',
    also: 'probe test abilities identity speed profile',
    run: () => onProfile((id) => openCheckPlan(id, 'all')),
  },
  {
    key: 'command:checks.open',
    icon: Command,
    label: 'Show checks of models',
    also: 'results probes progress',
    run: () => onProfile((id) => openChecks(id)),
  },
];

/** Of the open chat, and for a request from elsewhere. */
function jsonCommands(): readonly (Hit & { readonly also: string })[] {
  const { tab, conversationId } = useUiState.getState().route;
  const paste = {
    key: 'command:json.paste',
    icon: Command,
    label: 'Paste a request',
    also: 'curl har json body import open as chat',
    run: () => openJsonDialog({ kind: 'paste', text: '' }),
  };
  if (tab !== 'chat' || conversationId === null) return [paste];
  const edit = {
    key: 'command:json.edit',
    icon: Command,
    label: 'Edit this chat as JSON',
    also: 'raw request body source',
    run: () => openJsonDialog({ kind: 'chat', conversationId }),
  };
  return [edit, paste];
}

function onProfile(open: (profileId: string) => void): void {
  const profileId = useCoreState.getState().app?.activeProfileId;
  if (profileId !== undefined) open(profileId);
}

const ready = () =>
  commands
    .filter(({ id, run, isReady }) => run !== undefined && id !== 'palette.open' && (isReady?.() ?? true))
    .map((command) => ({ ...command, also: otherWordsOf(command) }));

const hitOf = ({ id, label, group, run }: ReturnType<typeof ready>[number]): Hit => ({
  key: `command:${id}`,
  icon: Command,
  label: group === 'Go to' ? `Go to ${label}` : label,
  command: id,
  run: () => run?.(),
});
