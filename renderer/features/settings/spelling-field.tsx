import type { Settings } from '../../../shared/settings';
import type { SpellLanguage } from '../../../shared/spelling';
import { call } from '../../link/call';
import { useAnswer } from '../../state/use-answer';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/select-field';

interface SpellingFieldProps {
  settings: Settings;
  onChange: (patch: Partial<Settings>) => void;
}

const none: readonly SpellLanguage[] = [];

/** The language that spelling is checked in. The system checks it on macOS, so there is no choice there. */
export function SpellingField({ settings, onChange }: SpellingFieldProps) {
  const languages = useAnswer(() => call('app.spellLanguages', {}), []).value ?? none;
  if (languages.length === 0) return null;
  const options = Object.fromEntries(languages.map(({ code, label }) => [code, label]));
  const { spellLanguage, spellWords } = settings;
  const isGone = spellLanguage !== '' && options[spellLanguage] === undefined;
  return (
    <div className="flex flex-col gap-1">
      <SelectField
        label="Check spelling in"
        value={spellLanguage}
        options={{
          '': 'Off',
          ...options,
          ...(isGone && { [spellLanguage]: `${spellLanguage} (not installed)` }),
        }}
        onChange={(next) => onChange({ spellLanguage: next })}
      />
      <p className="text-muted text-sm">
        Uses the dictionaries on this computer; nothing is downloaded. For more languages install their
        Hunspell dictionaries, such as the package hunspell-de-de.
      </p>
      {spellWords.length > 0 && (
        <div>
          <Button onClick={() => onChange({ spellWords: [] })}>
            Clear {spellWords.length} added {spellWords.length === 1 ? 'word' : 'words'}
          </Button>
        </div>
      )}
    </div>
  );
}
