/** The voices of speech: five recorded speakers, and others made from them by pitch and size of the throat. */

export type Speaker = 'slt' | 'awb' | 'rms' | 'kal' | 'kal16';

export interface Voice {
  readonly name: string;
  readonly speaker: Speaker;
  /** Melody moved up or down, as a factor; the recorded speaker "rms" does not follow it. */
  readonly pitch: number;
  /**
   * The whole sound moved up or down, as a factor: above 1 a smaller speaker, below 1 a larger one. The pace stays.
   */
  readonly size: number;
  /** Brings the recordings, which differ by a factor of three, to one loudness. */
  readonly gain: number;
}

export const voices: readonly [Voice, ...Voice[]] = [
  { name: 'clara', speaker: 'slt', pitch: 1, size: 1, gain: 1.1 },
  { name: 'ross', speaker: 'rms', pitch: 1, size: 1, gain: 1.7 },
  { name: 'duncan', speaker: 'awb', pitch: 1, size: 1, gain: 1.6 },
  { name: 'vera', speaker: 'slt', pitch: 0.86, size: 0.93, gain: 1.1 },
  { name: 'pip', speaker: 'slt', pitch: 1.12, size: 1.2, gain: 1.1 },
  { name: 'bruno', speaker: 'rms', pitch: 1, size: 0.86, gain: 1.7 },
  { name: 'robin', speaker: 'kal16', pitch: 1.25, size: 1, gain: 2.8 },
  { name: 'dispatch', speaker: 'kal', pitch: 1, size: 1, gain: 1.2 },
];

/** Names that programs written for OpenAI's service use. */
const aliases: Readonly<Record<string, string>> = {
  alloy: 'clara',
  echo: 'ross',
  fable: 'duncan',
  onyx: 'bruno',
  nova: 'vera',
  shimmer: 'pip',
  ash: 'ross',
  ballad: 'duncan',
  cedar: 'bruno',
  coral: 'vera',
  marin: 'clara',
  sage: 'pip',
  verse: 'robin',
};

/** The voice of that name, whatever its case; `undefined` where there is none. */
export function findVoice(name: string): Voice | undefined {
  const wanted = name.toLowerCase();
  const known = Object.hasOwn(aliases, wanted) ? aliases[wanted] : wanted;
  return voices.find((voice) => voice.name === known);
}
