/**
 * Dialogue: a text whose lines begin with the name of who speaks, and the voice of each. The voices are parameters of the
 * request, so they go wherever its settings go: `voice:Clara` is the voice of Clara, `voice#3` that of the fourth part
 * alone. An empty one is the voice of the form.
 */
import type { ParameterValues } from '../modalities/modalities';

/** Letters of any script, with what joins them: blanks, the points of 玛丽·居里 and ジョン・スミス, joiners of Persian. */
const NAME = String.raw`\p{L}[\p{L}\p{M}\p{N} ._’'·・\u200c\u200d-]{0,39}?`;
/** A wide colon, as in Chinese and Japanese, needs no blank behind it. */
const COLON = String.raw`(?::(?:\*\*|__)?[^\S\n]+|\uff1a(?:\*\*|__)?[^\S\n]*)`;
/** As a person reads it: a name that begins a line, then a colon. Chats write the name in bold. */
const SPOKEN_LINE = new RegExp(
  String.raw`^[^\S\n]*(?:\*\*|__)?(${NAME})[^\S\n]*(?:(?:\*\*|__)[^\S\n]*)?${COLON}(?=\S)`,
  'u',
);
const SPEAKER = 'voice:';
const PART = 'voice#';

export const dialogueLimits = { speakers: 30, lines: 500 } as const;

/** A stretch of the text that one voice speaks; its name is not spoken. */
export interface DialoguePart {
  readonly start: number;
  readonly end: number;
  /** Empty before the first name. */
  readonly speaker: string;
}

export const voiceKey = (speaker: string): string => `${SPEAKER}${speaker}`;
export const partVoiceKey = (index: number): string => `${PART}${index}`;
export const isVoiceKey = (name: string): boolean =>
  (name.startsWith(SPEAKER) && name.length > SPEAKER.length) || /^voice#\d{1,4}$/.test(name);

/** As a person reads the name of such a parameter; `null` of any other. Lines are counted from 1. */
export function voiceLabel(name: string): string | null {
  if (!isVoiceKey(name)) return null;
  if (name.startsWith(SPEAKER)) return `Voice of ${name.slice(SPEAKER.length)}`;
  return `Voice of line ${Number(name.slice(PART.length)) + 1}`;
}

/** The names that begin lines, in the order in which they first speak. */
export function speakersIn(text: string): readonly string[] {
  const names = new Set<string>();
  for (const line of text.split('\n')) {
    const name = SPOKEN_LINE.exec(line)?.[1];
    if (name !== undefined && names.size < dialogueLimits.speakers) names.add(name);
  }
  return [...names];
}

/** A sentence may begin like one too, as in “One thing I know for sure: it rains”. */
const mostWordsOfName = 4;
export const isLikelyName = (speaker: string): boolean => speaker.split(' ').length <= mostWordsOfName;

/** Whose voices the settings name; none where the text is spoken as it is. */
export const speakersOf = (parameters: ParameterValues): readonly string[] =>
  Object.keys(parameters).flatMap((name) =>
    name.startsWith(SPEAKER) && isVoiceKey(name) ? [name.slice(SPEAKER.length)] : [],
  );

/** How many lines have a voice of their own. */
export const linesWithVoice = (parameters: ParameterValues): number =>
  Object.keys(parameters).filter((name) => name.startsWith(PART) && isVoiceKey(name)).length;

export const isDialogue = (parameters: ParameterValues): boolean => speakersOf(parameters).length > 0;

/** The same settings with other voices, or with none: the text is then spoken as it is. */
export function withVoices(
  parameters: ParameterValues,
  voices: Readonly<Record<string, string>>,
): ParameterValues {
  const others = Object.entries(parameters).filter(([name]) => !isVoiceKey(name));
  const named = Object.entries(voices).map(([speaker, voice]) => [voiceKey(speaker), voice]);
  return Object.fromEntries([...others, ...named]);
}

/** The parts of a text; a line without a known name goes on with who spoke last. Empty where there is no dialogue. */
export function dialogueParts(text: string, parameters: ParameterValues): readonly DialoguePart[] {
  const known = new Set(speakersOf(parameters));
  if (known.size === 0) return [];
  const parts: DialoguePart[] = [];
  let [at, open] = [0, { start: 0, speaker: '' }];
  const close = (end: number) => {
    const spoken = text.slice(open.start, end);
    const start = open.start + (spoken.length - spoken.trimStart().length);
    if (spoken.trim() !== '') parts.push({ start, end: start + spoken.trim().length, speaker: open.speaker });
  };
  for (const line of text.split('\n')) {
    const [head = '', name = ''] = SPOKEN_LINE.exec(line) ?? [];
    if (known.has(name)) {
      close(at);
      open = { start: at + head.length, speaker: name };
    }
    at += line.length + 1;
  }
  close(text.length);
  return parts;
}

/** Who speaks a part of the request, and with which voice; an empty voice is that of the form. */
export function spokenBy(
  { prompt, parameters }: { readonly prompt: string; readonly parameters: ParameterValues },
  { index, start }: { readonly index: number; readonly start: number },
): { readonly speaker: string; readonly voice: string } {
  const part = dialogueParts(prompt, parameters).find((one) => one.start <= start && start < one.end);
  const speaker = part?.speaker ?? '';
  const voice = parameters[partVoiceKey(index)] ?? parameters[voiceKey(speaker)] ?? '';
  return { speaker, voice: String(voice) };
}

/** The parameters that the request of one part is sent with. */
export function parametersOfPart(
  request: { readonly prompt: string; readonly parameters: ParameterValues },
  part: { readonly index: number; readonly start: number },
): ParameterValues {
  if (!isDialogue(request.parameters)) return request.parameters;
  const { voice } = spokenBy(request, part);
  return { ...request.parameters, ...(voice !== '' && { voice }) };
}

/** What is spoken of a text, as it is paid for: without the names. */
export function textToSpeak(text: string, parameters: ParameterValues): string {
  const parts = dialogueParts(text, parameters);
  return parts.length === 0 ? text : parts.map(({ start, end }) => text.slice(start, end)).join('');
}

/** Whether the sounds of several requests can be one file in a format; of one that is not known, nobody can tell. */
export const isJoinable = (format: string | number | undefined): boolean =>
  format === undefined || /^(mp3|wav|flac|opus|ogg|vorbis|aac|pcm\w*)$/.test(String(format));
