/** The dictionaries on this computer: those of the system, and the English one that comes with the app. */
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { SpellLanguage } from '../../shared/app/spelling';

/** Two files in the form of Hunspell. */
export interface Dictionary extends SpellLanguage {
  readonly affixes: string;
  readonly words: string;
}

/** Where Linux distributions put them; Windows and macOS have none in this form. */
const SYSTEM_FOLDERS = ['/usr/share/hunspell', '/usr/share/myspell/dicts', '/usr/share/myspell'];

const NAME = /^([a-z]{2,3}(?:[_-][A-Za-z]{2,4})?)\.dic$/;
/** Made at its first use: the names of languages take some ms to read. */
let labels: Intl.DisplayNames | undefined;

/** By their names; the first folder that has a language wins. */
export function findDictionaries(folders: readonly string[] = SYSTEM_FOLDERS): readonly Dictionary[] {
  const found = new Map<string, Dictionary>();
  for (const one of [...folders.flatMap(dictionariesIn), bundled()]) {
    if (!found.has(one.code)) found.set(one.code, one);
  }
  return [...found.values()].sort((one, other) => one.label.localeCompare(other.label));
}

function dictionariesIn(folder: string): readonly Dictionary[] {
  return namesIn(folder).flatMap((name) => {
    const [, stem] = NAME.exec(name) ?? [];
    const affixes = path.join(folder, `${stem}.aff`);
    if (stem === undefined || !existsSync(affixes)) return [];
    const code = stem.replace('_', '-');
    return [{ code, label: labelOf(code), affixes, words: path.join(folder, name) }];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function labelOf(code: string): string {
  try {
    labels ??= new Intl.DisplayNames('en', { type: 'language' });
    return labels.of(code) ?? code;
  } catch {
    return code;
  }
}

function bundled(): Dictionary {
  const folder = path.dirname(createRequire(import.meta.url).resolve('dictionary-en'));
  return {
    code: 'en',
    label: 'English',
    affixes: path.join(folder, 'index.aff'),
    words: path.join(folder, 'index.dic'),
  };
}
