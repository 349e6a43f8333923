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

/** Of a voice without any facts, that its language is unknown. */
export function voiceText({ name, languages = [] }: VoiceFacts = {}): string {
  const spoken = languages.map(languageText).join(', ') || 'Language unknown';
  return name === undefined ? spoken : `${name} · ${spoken}`;
}

/** In lower case. */
export const voiceWords = (voice: string, facts: VoiceFacts = {}): string =>
  [voice, facts.name ?? [], facts.languages ?? [], (facts.languages ?? []).map(languageText)]
    .flat()
    .join('\n')
    .toLowerCase();
