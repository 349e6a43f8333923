import { dialog, type MessageBoxOptions } from 'electron';
import { oneLine } from './plain-text';
import { dialogParent } from './windows';

export interface Question {
  readonly message: string;
  readonly detail: string;
  /** The label of the button that agrees. */
  readonly action: string;
}

let waiting: Promise<unknown> = Promise.resolve();

/**
 * Asks in a dialog of the system: no page can press its buttons. One at a time, and Enter or Escape mean no.
 * @returns whether the person agreed
 */
export function confirmNatively(question: Question): Promise<boolean> {
  const asked = waiting.then(() => ask(question));
  waiting = asked.catch(() => undefined);
  return asked;
}

async function ask({ message, detail, action }: Question): Promise<boolean> {
  const options: MessageBoxOptions = {
    type: 'warning',
    title: 'Gatehouse',
    message: oneLine(message, 300),
    detail: oneLine(detail, 1_000),
    buttons: ['Cancel', action],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const parent = dialogParent();
  const shown =
    parent === undefined ? dialog.showMessageBox(options) : dialog.showMessageBox(parent, options);
  return (await shown).response === 1;
}
