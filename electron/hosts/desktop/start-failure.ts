/** What a person can do when the app can't open their data: shown instead of a message that only has an OK button. */
import type { Backup } from '../../../shared/backups';

/** Each way out; the ones that change something have done so when they return. */
export interface WaysOut {
  /** Starts the program again, and ends this one. */
  restart(): void;
  openFolder(): Promise<void>;
  newestBackup(): Backup | null;
  restore(backupId: string): Promise<void>;
  /** @returns where the database is kept */
  setAside(): Promise<string>;
  quit(): void;
  /**
   * Asks, in a dialog of the system.
   * @returns the place of the chosen button
   */
  ask(message: string, detail: string, buttons: readonly string[]): Promise<number>;
}

type Choice = 'retry' | 'folder' | 'restore' | 'aside' | 'quit';

/**
 * Offers the ways out until one of them ends the process.
 * @param reason why the app can't start, with the next step where one is known
 */
export async function offerWaysOut(reason: string, ways: WaysOut): Promise<void> {
  let detail = reason;
  let isOver = false;
  while (!isOver) {
    const backup = ways.newestBackup();
    const choice = await choose(detail, backup, ways);
    try {
      isOver = await follow(choice, backup, ways);
      detail = reason;
    } catch (error) {
      detail = `${error instanceof Error ? error.message : String(error)}\n\n${reason}`;
    }
  }
}

/** @returns whether this process is over with it */
async function follow(choice: Choice, backup: Backup | null, ways: WaysOut): Promise<boolean> {
  if (choice === 'quit') {
    ways.quit();
    return true;
  }
  if (choice === 'folder') {
    await ways.openFolder();
    return false;
  }
  if (choice === 'aside' && !(await setAside(ways))) return false;
  if (choice === 'restore' && backup !== null) await ways.restore(backup.id);
  ways.restart();
  return true;
}

async function choose(detail: string, backup: Backup | null, ways: WaysOut): Promise<Choice> {
  const choices: readonly (readonly [Choice, string])[] = [
    ['retry', 'Try again'],
    ['folder', 'Open data folder'],
    ...(backup === null ? [] : [['restore', `Restore backup of ${dayOf(backup.createdAt)}`] as const]),
    ['aside', 'Start with an empty database…'],
    ['quit', 'Quit'],
  ];
  const chosen = await ways.ask(
    'Gatehouse can’t start',
    detail,
    choices.map(([, label]) => label),
  );
  return choices[chosen]?.[0] ?? 'quit';
}

/** Nothing is deleted, yet to the person it looks as if: so it is asked for twice. */
async function setAside(ways: WaysOut): Promise<boolean> {
  const chosen = await ways.ask(
    'Start with an empty database?',
    'Your chats, jobs and settings stay in the data folder under another name. Files of results are not touched.',
    ['Set aside and start', 'Cancel'],
  );
  if (chosen !== 0) return false;
  await ways.setAside();
  return true;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
