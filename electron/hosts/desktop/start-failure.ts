/** What a person can do when the app can't open their data: shown instead of a message that only has an OK button. */
import type { Backup } from '../../../shared/app/backups';

/** Each way out; the ones that change something have done so when they return. */
export interface WaysOut {
  /** Starts the program again, and ends this one. */
  restart(): void;
  openFolder(): Promise<void>;
  newestBackup(): Backup | null;
  restore(backupId: string): Promise<void>;
  /** @returns where the database is kept */
  setAside(): Promise<string>;
  /** The version before an update that did not start yet, and the page to download it from. */
  earlier(): { readonly version: string; readonly page: string | null } | null;
  /** Puts back the data as that version left it, and opens its page. */
  goBack(): Promise<void>;
  quit(): void;
  /**
   * Asks, in a dialog of the system.
   * @returns the place of the chosen button
   */
  ask(message: string, detail: string, buttons: readonly string[]): Promise<number>;
}

type Choice = 'retry' | 'folder' | 'earlier' | 'restore' | 'aside' | 'quit';

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
  if (choice === 'earlier') {
    if (!(await goBack(ways))) return false;
    ways.quit();
    return true;
  }
  if (choice === 'aside' && !(await setAside(ways))) return false;
  if (choice === 'restore' && backup !== null) await ways.restore(backup.id);
  ways.restart();
  return true;
}

async function choose(detail: string, backup: Backup | null, ways: WaysOut): Promise<Choice> {
  const earlier = ways.earlier();
  const choices: readonly (readonly [Choice, string])[] = [
    ['retry', 'Try again'],
    ['folder', 'Open data folder'],
    ...(earlier === null ? [] : [['earlier', `Go back to ${earlier.version}…`] as const]),
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

/** The program itself can't be put back from here, so its page is opened. */
async function goBack(ways: WaysOut): Promise<boolean> {
  const earlier = ways.earlier();
  if (earlier === null) return false;
  const { version, page } = earlier;
  const next = page === null ? '' : ` Install it from ${page}, which opens in your browser.`;
  const chosen = await ways.ask(
    `Go back to Gatehouse ${version}?`,
    `Restores your data as version ${version} left it. Your current data is kept as a backup.${next}`,
    ['Restore and quit', 'Cancel'],
  );
  if (chosen !== 0) return false;
  await ways.goBack();
  return true;
}

/** Nothing is deleted, but it looks that way, so this asks for confirmation. */
async function setAside(ways: WaysOut): Promise<boolean> {
  const chosen = await ways.ask(
    'Start with an empty database?',
    'Your chats, jobs and settings stay in the data folder under another name. Files of results are not touched.',
    ['Start empty', 'Cancel'],
  );
  if (chosen !== 0) return false;
  await ways.setAside();
  return true;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
