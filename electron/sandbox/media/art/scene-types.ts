/** What a picture can show. */
export type Hour = 'dawn' | 'day' | 'dusk' | 'night';
export type Place =
  | 'mountains'
  | 'sea'
  | 'forest'
  | 'city'
  | 'desert'
  | 'fields'
  | 'winter'
  | 'space'
  | 'volcano';
export type Weather = 'clear' | 'rain' | 'snow' | 'mist' | 'fireflies' | 'embers' | 'petals' | 'leaves';
export type Subject = 'boat' | 'lighthouse' | 'cabin' | 'balloon' | 'birds' | 'rocket';
export type Light = 'sun' | 'moon';

export interface Palette {
  /** From the zenith to the horizon. */
  readonly sky: readonly [string, string, string, string];
  /** Of the sun or the moon. */
  readonly glow: string;
  /** Far, middle, near. */
  readonly land: readonly [string, string, string];
  /** Three that stand out: light curtains, windows, flowers. */
  readonly accents: readonly [string, string, string];
}

export interface Scene {
  readonly prompt: string;
  /** Of this one picture, 32 bits. */
  readonly seed: number;
  readonly hour: Hour;
  readonly place: Place;
  readonly weather: Weather;
  readonly light: Light;
  readonly subjects: readonly Subject[];
  readonly palette: Palette;
}

/** A table from words to their meaning. */
export type WordTable<Meaning extends string> = Readonly<Record<Meaning, RegExp>>;
