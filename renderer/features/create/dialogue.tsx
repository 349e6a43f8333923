import { useEffect, useId } from 'react';
import { choicesOf, modalities, type Parameter } from '../../../shared/modalities/modalities';
import {
  dialogueParts,
  isDialogue,
  isJoinable,
  speakersIn,
  voiceKey,
  withVoices,
} from '../../../shared/run/dialogue';
import { formOf, setForm, useCapabilities, useForm, useFormModel } from '../../state/ui/forms';
import { Button } from '../../ui/button';

/** Below a text whose lines begin with names: who speaks with which voice, once the person wants it so. */
export default function Dialogue() {
  const { text, parameters } = useForm('speech');
  const speakers = speakersIn(text);
  const isOn = isDialogue(parameters);
  const names = speakers.join('\n');
  // A name that was typed since gets a voice, and one that was taken out loses it.
  useEffect(() => {
    if (isOn) follow(names === '' ? [] : names.split('\n'));
  }, [isOn, names]);
  const offered = useVoices();
  if (speakers.length === 0 || (!isOn && speakers.length < 2)) return null;
  if (!isOn)
    return (
      <div className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-1.5 text-sm">
        <p className="min-w-0 flex-1 truncate text-muted">Speakers: {speakers.join(', ')}</p>
        <Button onClick={() => turnOn(speakers, offered)}>Speak as dialogue</Button>
      </div>
    );
  const lines = dialogueParts(text, parameters).length;
  return (
    <section
      aria-label="Dialogue"
      className="max-h-44 overflow-y-auto border-line border-t px-4 py-2 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {speakers.map((speaker) => (
          <SpeakerVoice
            key={speaker}
            {...{ speaker, offered }}
            value={String(parameters[voiceKey(speaker)] ?? '')}
            onChange={(voice) => setParameters({ ...parameters, [voiceKey(speaker)]: voice })}
          />
        ))}
        <p className="text-muted">
          {lines === 1 ? '1 line, one request' : `${lines} lines, one request each, joined into one file`}
        </p>
        <Button tone="quiet" className="ml-auto" onClick={() => setParameters(withVoices(parameters, {}))}>
          Speak as one text
        </Button>
      </div>
      {!isJoinable(parameters.format) && lines > 1 && (
        <p className="mt-1 text-warn">
          Lines can’t be joined into one file as {parameters.format}. Choose MP3, WAV, FLAC, Opus or AAC.
        </p>
      )}
    </section>
  );
}

const setParameters = (parameters: ReturnType<typeof formOf>['parameters']): void =>
  setForm('speech', { parameters, error: undefined });

const voiceParameter = modalities.speech.parameters.find(
  (one): one is Extract<Parameter, { kind: 'choice' }> => one.id === 'voice' && one.kind === 'choice',
);

/** The voices that the catalogue names; none where it names none. */
function useVoices(): readonly string[] {
  const capabilities = useCapabilities(useFormModel('speech'));
  return voiceParameter === undefined ? [] : choicesOf(voiceParameter, capabilities);
}

/** A voice of the speaker’s own name, otherwise the next that nobody has. */
function turnOn(speakers: readonly string[], offered: readonly string[]): void {
  const { parameters } = formOf('speech');
  const namesake = (speaker: string) =>
    offered.find((voice) => voice.toLowerCase() === speaker.toLowerCase());
  const taken = new Set(speakers.map(namesake));
  const free = offered.filter((voice) => !taken.has(voice));
  const voices = speakers.map((speaker) => [speaker, namesake(speaker) ?? free.shift() ?? ''] as const);
  setParameters(withVoices(parameters, Object.fromEntries(voices)));
}

function follow(speakers: readonly string[]): void {
  const { parameters } = formOf('speech');
  const voices = speakers.map((name) => [name, String(parameters[voiceKey(name)] ?? '')] as const);
  const next = withVoices(parameters, Object.fromEntries(voices));
  if (speakers.length > 0 && JSON.stringify(next) !== JSON.stringify(parameters)) setParameters(next);
}

interface SpeakerVoiceProps {
  speaker: string;
  offered: readonly string[];
  value: string;
  onChange: (voice: string) => void;
}

function SpeakerVoice({ speaker, offered, value, onChange }: SpeakerVoiceProps) {
  const id = useId();
  return (
    <span className="flex min-w-0 items-center gap-2">
      <label htmlFor={id} className="max-w-40 truncate" title={speaker}>
        <span className="sr-only">Voice of </span>
        {speaker}
      </label>
      <VoiceField {...{ id, offered, value, onChange }} />
    </span>
  );
}

interface VoiceFieldProps {
  id: string;
  offered: readonly string[];
  value: string;
  onChange: (voice: string) => void;
}

/** One of the voices that the catalogue names; where it names none, any is typed. */
function VoiceField({ id, offered, value, onChange }: VoiceFieldProps) {
  if (offered.length === 0)
    return (
      <input
        id={id}
        value={value}
        placeholder="Voice of the settings"
        onChange={(event) => onChange(event.target.value.trim())}
        className="field compact"
      />
    );
  return (
    <select
      id={id}
      value={offered.includes(value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      className="field compact"
    >
      <option value="">Voice of the settings</option>
      {offered.map((voice) => (
        <option key={voice} value={voice}>
          {voice}
        </option>
      ))}
    </select>
  );
}
