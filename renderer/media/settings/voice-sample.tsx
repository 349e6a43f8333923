import { AudioLines, Volume2 } from 'lucide-react';
import { useState } from 'react';
import { useCapabilities, useFormModel, useOfForm } from '../../state/ui/forms';
import { useUiState } from '../../state/ui/ui-state';
import { useForecast } from '../../state/use-forecast';
import { Button, IconButton } from '../../ui/button';
import { lazy, Suspense } from '../../ui/later';
import { hearSample, sampleCost, sampleRequest, useSpoken, voiceOfForm } from './samples';

const VoiceGallery = lazy(() => import('./voice-gallery'));

/**
 * Speaks one short sentence with the selected voice. It is charged like any other request, so the button shows its
 * cost. Beside it all voices that the catalogue names can be heard.
 */
export function VoiceSample() {
  const [isOpen, setOpen] = useState(false);
  const model = useFormModel('speech');
  const voice = useOfForm('speech', ({ parameters }) => parameters.voice);
  const { voices: named = [], voiceFacts = {} } = useCapabilities(model) ?? {};
  const isKnown = useSpoken(model, voice);
  // Read again when they change.
  useOfForm('speech', ({ extra }) => extra);
  useUiState(({ filledExtras }) => filledExtras.speech);
  const forecast = useForecast(
    model === null || isKnown ? null : { kind: 'job', ...sampleRequest(model, voiceOfForm(model)) },
  );
  if (model === null) return null;
  const cost = isKnown || forecast === null ? '' : ` · ${sampleCost(forecast)}`;
  return (
    <>
      <Button
        tone="quiet"
        className="text-sm"
        title={isKnown ? 'Plays the sentence again' : 'Speaks one short sentence; charged separately'}
        onClick={() => void hearSample(model, voiceOfForm(model))}
      >
        <Volume2 className="icon" aria-hidden />
        Sample{cost}
      </Button>
      {named.length > 0 && <IconButton icon={AudioLines} label="All voices" onClick={() => setOpen(true)} />}
      {isOpen && (
        <Suspense fallback={null}>
          <VoiceGallery model={model} voices={named} facts={voiceFacts} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
