import { Command } from 'lucide-react';
import { commands } from '../../../commands/commands';
import { otherWordsOf } from '../../../commands/other-words';
import { announceError } from '../../../state/announce';
import { useCoreState } from '../../../state/core/core-state';
import { openCheckPlan, openChecks } from '../../../state/ui/checks-view';
import { openJsonDialog, openTurnDialog } from '../../../state/ui/dialogs';
import { isReplying } from '../../../state/ui/selectors';
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
  if (tab !== 'chat') return [paste];
  if (conversationId === null || isEmpty(conversationId)) return [paste, writeFirst(conversationId)];
  const edit = {
    key: 'command:json.edit',
    icon: Command,
    label: 'Edit this chat as JSON',
    also: 'raw request body source',
    run: () => openJsonDialog({ kind: 'chat', conversationId }),
  };
  return [edit, paste, ...turnCommands(conversationId)];
}

const isEmpty = (conversationId: string): boolean =>
  useCoreState.getState().conversations[conversationId]?.leafId === null;

const writeFirst = (conversationId: string | null) => ({
  key: 'command:turn.first',
  icon: Command,
  label: 'Write the first message by hand',
  also: 'insert turn role system developer user assistant prefill few-shot example',
  run: () => openTurnDialog({ kind: 'first', conversationId }),
});

/** With the last message of the chat: its menu has them for each. */
function turnCommands(conversationId: string): readonly (Hit & { readonly also: string })[] {
  const messageId = useCoreState.getState().conversations[conversationId]?.leafId;
  if (messageId === undefined || messageId === null || isReplying(conversationId)) return [];
  const insert = (place: 'before' | 'after') => ({
    key: `command:turn.${place}`,
    icon: Command,
    label: `Insert a message ${place} the last one`,
    also: 'turn role system developer user assistant tool prefill by hand write',
    run: () => openTurnDialog({ kind: 'insert', conversationId, messageId, place }),
  });
  return [
    insert('after'),
    insert('before'),
    {
      key: 'command:turn.remove',
      icon: Command,
      label: 'Remove the last message',
      also: 'delete turn leave out',
      run: () => void removeLast(conversationId, messageId),
    },
  ];
}

async function removeLast(conversationId: string, id: string): Promise<void> {
  const turns = await import('../../../parts/chat/turns/turn-actions').catch(() => null);
  const message = useCoreState.getState().messages[id];
  if (turns === null) announceError('Couldn’t remove the message, as the app isn’t responding. Try again.');
  else if (message?.conversationId === conversationId) await turns.removeOne(message);
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
