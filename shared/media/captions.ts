/** Captions of speech: a cue for each sentence, timed by how long its part is, and inside a part by its letters. */
import { captionTexts } from './sentences';

export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  /** Which part of the speech it is in, counted from 0. */
  readonly part: number;
  /** Of a dialogue. */
  readonly speaker?: string;
}

/** One request of a speech, in its place. */
export interface SpokenPart {
  readonly text: string;
  readonly durationMs: number;
  readonly speaker?: string;
  /** In a dialogue; absent where it is the model’s default. */
  readonly voice?: string;
}

export const captionFormats = ['srt', 'vtt'] as const;
export type CaptionFormat = (typeof captionFormats)[number];

export function captionCues(parts: readonly SpokenPart[]): readonly Cue[] {
  let startMs = 0;
  return parts.flatMap(({ text, durationMs, speaker }, part) => {
    const from = startMs;
    startMs += durationMs;
    const sentences = captionTexts(text);
    const all = sentences.reduce((sum, sentence) => sum + weightOf(sentence), 0);
    let before = 0;
    return sentences.map((sentence) => {
      const [start, end] = [before, before + weightOf(sentence)].map((weight) =>
        Math.round(from + (durationMs * weight) / all),
      ) as [number, number];
      before += weightOf(sentence);
      // In both formats a caption ends after it begins, however short its sound is.
      const endMs = Math.max(end, start + 1);
      return { startMs: start, endMs, text: sentence, part, ...(speaker && { speaker }) };
    });
  });
}

/** Letters and digits take time; a sentence of none still takes some. */
const weightOf = (sentence: string): number => Math.max(1, [...sentence.matchAll(/[\p{L}\p{N}]/gu)].length);

/** SubRip: who speaks is written before the words. */
export const toSrt = (cues: readonly Cue[]): string =>
  cues
    .map(({ startMs, endMs, text, speaker }, index) => {
      const words = speaker === undefined ? text : `${speaker}: ${text}`;
      return `${index + 1}\n${time(startMs, ',')} --> ${time(endMs, ',')}\n${words.replaceAll('-->', '→')}\n`;
    })
    .join('\n');

/** WebVTT: who speaks is the voice of the cue. */
export const toVtt = (cues: readonly Cue[]): string => ['WEBVTT\n', ...cues.map(vttCue)].join('\n');

function vttCue({ startMs, endMs, text, speaker }: Cue): string {
  const words = escaped(text);
  const spoken = speaker === undefined ? words : `<v ${escaped(speaker)}>${words}</v>`;
  return `${time(startMs, '.')} --> ${time(endMs, '.')}\n${spoken}\n`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function time(ms: number, point: string): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}${point}${String(ms % 1_000).padStart(3, '0')}`;
}
