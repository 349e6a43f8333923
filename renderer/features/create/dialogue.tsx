import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import {
  choicesOf,
  modalities,
  type Parameter,
  type ParameterValues,
} from '../../../shared/modalities/modalities';
import {
  dialogueParts,
  isDialogue,
  isJoinable,
  isLikelyName,
  linesWithVoice,
  speakersIn,
  speakersOf,
  voiceKey,
  withVoices,
} from '../../../shared/run/dialogue';
import { focusSoon, focusWhenThere } from '../../lib/focus';
import { formOf, setForm, useCapabilities, useForm, useFormModel } from '../../state/ui/forms';
import { Button, IconButton } from '../../ui/button';

/** Below a text whose lines begin with names: who speaks with which voice, once the person wants it so. */
export default function Dialogue() {
  const { text, parameters } = useForm('speech');
  const speakers = speakersIn(text);
  const isOn = isDialogue(parameters);
  useNewNames(speakers, isOn);
  const offered = useVoices();
  if (speakers.length === 0 || (!isOn && speakers.length < 2)) return null;
  if (!isOn)
    return (
      <div className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-1.5 text-sm">
        <p className="min-w-0 flex-1 truncate text-muted">Speakers: {speakers.join(', ')}</p>
        <Button
          onClick={() => {
            turnOn(speakers, offered);
            focusVoice();
          }}
        >
          Speak as dialogue
        </Button>
      </div>
    );
  const lines = dialogueParts(text, parameters).length;
  const voiced = speakersOf(parameters);
  const ownVoices = linesWithVoice(parameters);
  const unvoiced = speakers.filter((speaker) => !voiced.includes(speaker));
  return (
    <section
      aria-label="Dialogue"
      className="max-h-44 overflow-y-auto border-line border-t px-4 py-2 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {voiced.map((speaker) => (
          <SpeakerVoice
            key={speaker}
            {...{ speaker, offered }}
            value={String(parameters[voiceKey(speaker)] ?? '')}
            onChange={(voice) => setParameters({ ...parameters, [voiceKey(speaker)]: voice })}
            onRemove={voiced.length > 1 ? () => remove(parameters, speaker) : null}
          />
        ))}
        {unvoiced.map((speaker) => (
          <Button
            key={speaker}
            tone="quiet"
            className="max-w-full"
            title={`“${speaker}:” is spoken as text. Give it a voice instead.`}
            onClick={() => {
              setParameters({ ...parameters, [voiceKey(speaker)]: '' });
              focusVoice(speaker);
            }}
          >
            <span className="min-w-0 max-w-60 truncate">Add speaker {speaker}</span>
          </Button>
        ))}
        <p className="text-muted">
          {lines === 1 ? '1 line, one request' : `${lines} lines, one request each, joined into one file`}
        </p>
        {ownVoices > 0 && (
          <Button tone="quiet" onClick={() => setVoices(voiced)}>
            {ownVoices === 1 ? 'Reset the voice of 1 line' : `Reset the voices of ${ownVoices} lines`}
          </Button>
        )}
        <Button
          tone="quiet"
          className="ml-auto"
          onClick={() => {
            setParameters(withVoices(parameters, {}));
            focusSoon('composer');
          }}
        >
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

/** A button that goes with its press hands the focus on: to the voice of a speaker, or of the first. */
function focusVoice(speaker?: string): void {
  const fields = () => [...document.querySelectorAll<HTMLElement>('[data-voice-of]')];
  focusWhenThere(
    () => fields().find((one) => speaker === undefined || one.dataset.voiceOf === speaker) ?? null,
  );
}

function remove(parameters: ParameterValues, speaker: string): void {
  setParameters(withoutVoice(parameters, speaker));
  focusVoice();
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
  const likely = speakers.filter(isLikelyName);
  const named = likely.length === 0 ? speakers : likely;
  const namesake = (speaker: string) =>
    offered.find((voice) => voice.toLowerCase() === speaker.toLowerCase());
  const taken = new Set(named.map(namesake));
  const free = offered.filter((voice) => !taken.has(voice));
  const voices = named.map((speaker) => [speaker, namesake(speaker) ?? free.shift() ?? ''] as const);
  setParameters(withVoices(parameters, Object.fromEntries(voices)));
}

function withoutVoice(parameters: ParameterValues, speaker: string): ParameterValues {
  const { [voiceKey(speaker)]: _removed, ...others } = parameters;
  return others;
}

/**
 * A name that was typed since gets a voice, and one that was taken out of the text loses it. One whose voice was removed
 * stays without, and so do the names of settings that were brought back. Voices of single lines go with the text that they
 * were given to: in another one they would be those of other lines.
 */
function useNewNames(speakers: readonly string[], isOn: boolean): void {
  const { text, parameters } = useForm('speech');
  const seen = useRef({ speakers, text, parameters });
  useEffect(() => {
    const before = seen.current;
    const isTyped = before.parameters === parameters && before.text !== text;
    const voiced = speakersOf(parameters);
    const added = speakers.filter((name) => isTyped && !before.speakers.includes(name) && isLikelyName(name));
    const next = speakers.filter((name) => voiced.includes(name) || added.includes(name));
    const isOther = next.length !== voiced.length || added.length > 0;
    if (isOn && next.length > 0 && (isOther || (isTyped && linesWithVoice(parameters) > 0))) setVoices(next);
    seen.current = { speakers, text, parameters: formOf('speech').parameters };
  });
}

function setVoices(speakers: readonly string[]): void {
  const { parameters } = formOf('speech');
  const voices = speakers.map((name) => [name, String(parameters[voiceKey(name)] ?? '')] as const);
  setParameters(withVoices(parameters, Object.fromEntries(voices)));
}

interface SpeakerVoiceProps {
  speaker: string;
  offered: readonly string[];
  value: string;
  onChange: (voice: string) => void;
  /** `null` where it is the only one. */
  onRemove: (() => void) | null;
}

function SpeakerVoice({ speaker, offered, value, onChange, onRemove }: SpeakerVoiceProps) {
  const id = useId();
  return (
    <span className="flex min-w-0 items-center gap-2">
      <label htmlFor={id} className="max-w-40 truncate" title={speaker}>
        <span className="sr-only">Voice of </span>
        {speaker}
      </label>
      <VoiceField {...{ id, speaker, offered, value, onChange }} />
      {onRemove !== null && (
        <IconButton
          icon={X}
          label={`Remove speaker ${speaker}`}
          title={`Speak “${speaker}:” as text`}
          onClick={onRemove}
        />
      )}
    </span>
  );
}

interface VoiceFieldProps {
  id: string;
  speaker: string;
  offered: readonly string[];
  value: string;
  onChange: (voice: string) => void;
}

/** One of the voices that the catalogue names; where it names none, any is typed. */
function VoiceField({ id, speaker, offered, value, onChange }: VoiceFieldProps) {
  if (offered.length === 0)
    return (
      <input
        id={id}
        data-voice-of={speaker}
        value={value}
        placeholder="Voice of the settings"
        onChange={(event) => onChange(event.target.value.trim())}
        className="field compact"
      />
    );
  return (
    <select
      id={id}
      data-voice-of={speaker}
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
