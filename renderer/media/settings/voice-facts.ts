/** What the catalogue says of a voice, as text and as words to search for. */
import type { VoiceFacts } from '../../../shared/models/models';

const names = new Intl.DisplayNames('en', { type: 'language' });

/** "American English" of `en-US`; a word that is no code stays as it is. */
function languageText(language: string): string {
  const code = language.replaceAll('_', '-');
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code)) return language;
  try {
    return names.of(code) ?? language;
  } catch {
    return language;
  }
}

/** Whether the language of one of them is known: if not, that is said once, and not of each. */
export const areLanguagesKnown = (facts: Readonly<Record<string, VoiceFacts>>): boolean =>
  Object.values(facts).some(({ languages = [] }) => languages.length > 0);

/** @param saysUnknown where a voice has no language, that it is unknown */
export function voiceText({ name, languages = [] }: VoiceFacts = {}, saysUnknown = true): string {
  const spoken = languages.map(languageText).join(', ') || (saysUnknown ? 'Language unknown' : '');
  return [name ?? '', spoken].filter((part) => part !== '').join(' · ');
}

/** In lower case. */
export const voiceWords = (voice: string, facts: VoiceFacts = {}): string =>
  [voice, facts.name ?? [], facts.languages ?? [], (facts.languages ?? []).map(languageText)]
    .flat()
    .join('\n')
    .toLowerCase();
