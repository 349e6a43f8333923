import type { Settings } from '../../../shared/app/settings';

/** Whether a command of the composer sends: the one that always does, and Enter where the settings say so. */
export function sendsBy(commandId: string | undefined, sendKey: Settings['sendKey']): boolean {
  return commandId === 'composer.sendAlways' || (commandId === 'composer.send' && sendKey === 'enter');
}
