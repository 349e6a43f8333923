/** What a scene can have, and the words of a prompt that ask for it. */

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
type Light = 'sun' | 'moon';

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

// The words a prompt is searched for; the first one found decides.

/** Any of these words, also with an ending (`sea`, `seas`; `glow`, `glowing`). */
const words = (list: string): RegExp =>
  new RegExp(`\\b(?:${list.replaceAll(' ', '|')})(?:s|es|ing|y|ed)?\\b`);

export const hourWords: WordTable<Hour> = {
  night: words(
    'night midnight moon moonlit moonlight star starry stars dark aurora galaxy neon nocturnal northern nacht nuit noche',
  ),
  dawn: words('dawn sunrise morning daybreak pastel early'),
  dusk: words('dusk sunset evening twilight golden autumn fall warm retro vaporwave'),
  day: words('day noon sunny bright summer afternoon daylight spring'),
};

export const placeWords: WordTable<Place> = {
  sea: words(
    'sea ocean beach island boat ship sail whale dolphin fish wave lake river harbour harbor coast water lighthouse surf shore bay lagoon pirate mermaid',
  ),
  forest: words(
    'forest tree wood woods jungle fox deer bear wolf owl grove rainforest mushroom bamboo fairy',
  ),
  city: words(
    'city street tokyo london paris york building skyline skyscraper tower car robot cyberpunk cyber neon urban downtown town metropolis taxi train traffic',
  ),
  mountains: words(
    'mountain peak alp alps cliff summit valley himalaya fjord climb eagle canyon rock castle dragon',
  ),
  desert: words('desert dune sand sahara pyramid camel oasis cactus egypt savanna savannah'),
  fields: words(
    'field meadow flower farm hill village house cabin cottage garden park horse sheep cow countryside tulip sunflower balloon grass spring picnic',
  ),
  winter: words(
    'winter snow ice icy arctic polar penguin christmas frozen glacier ski antarctic iceberg frost',
  ),
  space: words(
    'space planet galaxy rocket astronaut mars cosmos cosmic universe alien saturn jupiter nebula orbit comet asteroid spaceship',
  ),
  volcano: words('volcano lava fire flame inferno hell magma eruption burn blaze'),
};

export const weatherWords: WordTable<Weather> = {
  rain: words('rain storm umbrella wet thunder drizzle monsoon'),
  snow: words('snow winter snowfall blizzard christmas snowflake frost'),
  mist: words('mist fog haze misty foggy dreamy smoke'),
  fireflies: words('firefly fireflies magic magical fairy enchanted lantern glow dream'),
  embers: words('ember fire flame lava volcano dragon spark burn inferno'),
  petals: words('petal cherry blossom sakura spring romantic wedding'),
  leaves: words('leaf leaves autumn fall october november'),
  clear: words('clear cloudless calm'),
};

export const lightWords: WordTable<Light> = {
  moon: words('moon moonlit moonlight lunar'),
  sun: words('sun sunset sunrise sunny sunlight'),
};

export const subjectWords: WordTable<Subject> = {
  boat: words('boat ship sail sailboat yacht pirate fisherman'),
  lighthouse: words('lighthouse harbour harbor beacon'),
  cabin: words('cabin house cottage hut home farm village barn'),
  balloon: words('balloon airship zeppelin'),
  birds: words('bird gull seagull eagle crow raven swan goose geese flock'),
  rocket: words('rocket spaceship astronaut spacecraft shuttle'),
};

/** Named by the color they stand for. */
export const colorWords: Readonly<Record<string, RegExp>> = {
  '#e63946': words('red crimson scarlet ruby'),
  '#ff8c42': words('orange amber copper'),
  '#ffd23f': words('yellow gold lemon'),
  '#3fb26f': words('green emerald lime olive'),
  '#1fb5ad': words('teal turquoise cyan aqua'),
  '#2f6fed': words('blue azure sapphire navy'),
  '#8a4fff': words('purple violet lavender lilac magenta'),
  '#ff77b7': words('pink rose coral'),
};
