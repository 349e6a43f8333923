/** Spelling as the settings say, for the windows of the desktop. */
import type { Settings } from '../../shared/settings';
import { type Dictionary, findDictionaries } from './dictionaries';
import { createSpelling, type Spelling } from './spelling';

export interface FollowedSpelling extends Pick<Spelling, 'check' | 'suggest'> {
  /** The language that is checked; empty for none. */
  language(): string;
  follow(settings: Pick<Settings, 'spellLanguage' | 'spellWords'>): void;
}

/**
 * @param onLanguage called after each change, so that fields are checked in it
 * @param onFailure a dictionary that could not be used
 */
export function followSpelling(
  entry: string | URL,
  onLanguage: (code: string) => void,
  onFailure: (dictionary: Dictionary) => void,
): FollowedSpelling {
  let language = '';
  let spelling: Spelling | null = null;
  return {
    language: () => language,
    check: async (words) => spelling?.check(words) ?? [],
    suggest: async (word) => spelling?.suggest(word) ?? [],
    follow({ spellLanguage, spellWords }) {
      // Nothing is read from the disk before a language is chosen.
      if (spelling === null && spellLanguage === '') return;
      spelling ??= createSpelling({ entry, dictionaries: findDictionaries(), onFailure });
      spelling.use(spellLanguage, spellWords);
      if (spellLanguage === language) return;
      language = spellLanguage;
      onLanguage(language);
    },
  };
}
