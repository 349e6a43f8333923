import { Star, Volume2 } from 'lucide-react';
import { useState } from 'react';
import type { VoiceFacts } from '../../../shared/models/models';
import { useSettingsUpdate } from '../../parts/use-settings-update';
import { useCoreState } from '../../state/core/core-state';
import { formOf, setForm, useOfForm } from '../../state/ui/forms';
import { useForecast } from '../../state/use-forecast';
import { ErrorCard } from '../../ui/alert';
import { Button, IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/fields';
import { hearSample, sampleCost, sampleRequest, useSpoken } from './samples';
import { areLanguagesKnown, voiceText, voiceWords } from './voice-facts';

interface VoiceGalleryProps {
  model: string;
  voices: readonly string[];
  /** What the catalogue says of them. */
  facts: Readonly<Record<string, VoiceFacts>>;
  onClose: () => void;
}

/** All voices that the catalogue names for a model: favorites first, each with one sentence to hear. */
export default function VoiceGallery({ model, voices, facts, onClose }: VoiceGalleryProps) {
  const [query, setQuery] = useState('');
  const { favorites, save, error } = useFavorites();
  const chosen = useOfForm('speech', ({ parameters }) => parameters.voice);
  const forecast = useForecast({ kind: 'job', ...sampleRequest(model, voices[0]) });
  const hasLanguages = areLanguagesKnown(facts);
  const textOf = (voice: string) =>
    [voice, voiceText(facts[voice], hasLanguages)].filter(Boolean).join(' · ');
  const words = query.trim().toLowerCase();
  const isFavorite = (voice: string) => favorites.includes(`${model} ${voice}`);
  const found = voices
    .filter((voice) => voiceWords(voice, facts[voice]).includes(words))
    .sort((one, other) => Number(isFavorite(other)) - Number(isFavorite(one)));
  const star = (voice: string) => {
    const key = `${model} ${voice}`;
    void save(isFavorite(voice) ? favorites.filter((one) => one !== key) : [...favorites, key]);
  };
  const use = (voice: string) => {
    setForm('speech', { parameters: { ...formOf('speech').parameters, voice }, error: undefined });
    onClose();
  };
  return (
    <Dialog title="Voices" size="form" onClose={onClose}>
      <p className="mb-2 text-muted">
        A sample is one short sentence. It is charged once
        {forecast !== null && ` (${sampleCost(forecast)})`}, stays in the library, and then plays for free.
        {!hasLanguages && ' The gateway doesn’t say which languages they speak.'}
      </p>
      <TextField
        label="Search voices"
        placeholder={hasLanguages ? 'Name or language…' : 'Name…'}
        type="search"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {error !== null && <ErrorCard error={error} />}
      <ul aria-label="Voices" className="mt-2 min-h-0 flex-1 overflow-y-auto">
        {found.map((voice) => (
          <li key={voice} className="flex items-center gap-2 border-line border-b py-1">
            <IconButton
              icon={Star}
              label={`Favorite ${voice}`}
              aria-pressed={isFavorite(voice)}
              onClick={() => star(voice)}
            />
            <span className="min-w-0 flex-1 truncate" title={textOf(voice)}>
              {voice}
              <span className="text-muted text-sm">{textOf(voice).slice(voice.length)}</span>
            </span>
            <SampleButton model={model} voice={voice} cost={forecast === null ? '' : sampleCost(forecast)} />
            <Button aria-label={`Use ${voice}`} aria-pressed={chosen === voice} onClick={() => use(voice)}>
              {chosen === voice ? 'Chosen' : 'Use'}
            </Button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="py-4 text-muted">No matching voices</p>}
      <div className="mt-3 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

function SampleButton({ model, voice, cost }: { model: string; voice: string; cost: string }) {
  const isKnown = useSpoken(model, voice);
  return (
    <Button
      tone="quiet"
      aria-label={isKnown ? `Play ${voice}` : `Hear ${voice}, ${cost}`}
      onClick={() => void hearSample(model, voice)}
    >
      <Volume2 className="icon" aria-hidden />
      {isKnown ? 'Play' : `Hear · ${cost}`}
    </Button>
  );
}

/** Where earlier versions kept them: in one browser or window. */
const storageName = 'gatehouse.favorite-voices';
const none: readonly string[] = [];

/** They are settings of the app: every window has them, and they go along in an archive. */
function useFavorites() {
  const stored = useCoreState(({ app }) => app?.settings.favoriteVoices ?? none);
  const [earlier, setEarlier] = useState(readEarlier);
  const { error, update } = useSettingsUpdate();
  const favorites = stored.length > 0 ? stored : earlier;
  const save = async (next: readonly string[]) => {
    if (!(await update({ favoriteVoices: [...next] }))) return;
    setEarlier(none);
    forgetEarlier();
  };
  return { favorites, save, error };
}

function readEarlier(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageName) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : none;
  } catch {
    return none;
  }
}

function forgetEarlier(): void {
  try {
    localStorage.removeItem(storageName);
  } catch {
    // Forbidden storage held nothing.
  }
}
