/** What a host can do that another can't: dialogs, windows, the system around the app. */
import type { SpellLanguage } from '../../../shared/app/spelling';
import type { DiagnosticsPort } from './diagnostics';
import type { UpdaterPort } from './updater';

/** A question of the core to the person. */
export interface Question {
  /** What is about to happen, as a sentence. */
  readonly message: string;
  /** What it means, and when to agree. */
  readonly detail: string;
  /** The label of the button that agrees; a verb. */
  readonly action: string;
}

/** Each is `null` where the host can't do it. A further one is an entry here and in `noAbilities`. */
export interface HostAbilities {
  /** Logs and crash dumps; `null` if the host keeps none. */
  readonly diagnostics: DiagnosticsPort | null;
  /** Shows a file in the system's file manager; `null` if the host can't. */
  readonly reveal: ((path: string) => void) | null;
  /** Opens the save dialog and returns a full path, or `null` if it was cancelled. `null` if the host has no dialog. */
  readonly chooseFile: ((suggestedName: string) => Promise<string | null>) | null;
  /**
   * Continues a drag outside the window, with the thumbnail of the first file if it has one; `null` if the host can't.
   */
  readonly drag: ((paths: readonly string[], thumbnail: string | null) => void) | null;
  /** The languages with a dictionary on this computer; `null` where the host checks no spelling. */
  readonly spellLanguages: (() => readonly SpellLanguage[]) | null;
  /** Brings a window of the app to the front at a page address; `null` where the host has none. */
  readonly openPlace: ((place: string) => void) | null;
  /** Asks for a folder, starting at the given one; `null` where the host has no dialog, which answers `null` for nothing chosen. */
  readonly chooseFolder: ((current: string) => Promise<string | null>) | null;
  /** Asks for a file to read; `null` where the host has no dialog, which answers `null` for nothing chosen. */
  readonly openFile: (() => Promise<string | null>) | null;
  /**
   * Asks in a dialog of the system, which no page can answer; `null` where the host has none.
   * @returns whether the person agreed
   */
  readonly confirm: ((question: Question) => Promise<boolean>) | null;
  /** New versions of the program; `null` where the host has none. */
  readonly updater: UpdaterPort | null;
}

/** A host with nothing around it, such as a browser’s. */
const noAbilities: HostAbilities = {
  diagnostics: null,
  reveal: null,
  chooseFile: null,
  drag: null,
  spellLanguages: null,
  openPlace: null,
  chooseFolder: null,
  openFile: null,
  confirm: null,
  updater: null,
};

/** The abilities among what a host gives; those it leaves out it does not have. */
export function abilitiesOf(given: Partial<HostAbilities>): HostAbilities {
  const names = Object.keys(noAbilities) as (keyof HostAbilities)[];
  return Object.assign({}, ...names.map((name) => ({ [name]: given[name] ?? null })));
}
