import { Command } from 'lucide-react';
import { commands } from '../../../commands/commands';
import type { Hit, Source } from '../hit';
import { matchWords } from '../match-words';

/** The available commands, with or without keys. */
export const commandSource: Source = {
  title: 'Commands',
  prefix: '>',
  find: (words, limit) => matchWords(ready(), words).slice(0, limit).map(hitOf),
};

const ready = () =>
  commands.filter(
    ({ id, run, isReady }) => run !== undefined && id !== 'palette.open' && (isReady?.() ?? true),
  );

const hitOf = ({ id, label, group, run }: ReturnType<typeof ready>[number]): Hit => ({
  key: `command:${id}`,
  icon: Command,
  label: group === 'Go to' ? `Go to ${label}` : label,
  command: id,
  run: () => run?.(),
});
