/** What an image shows: read from the words of the prompt, the rest chosen at random. */
import { createRandom, mixSeed, type Random } from '../../random';
import { mix } from './color';
import { palettes } from './palettes';
import {
  colorWords,
  type Hour,
  hourWords,
  lightWords,
  type Palette,
  type Place,
  placeWords,
  type Scene,
  subjectWords,
  type Weather,
  type WordTable,
  weatherWords,
} from './scene-words';

/** The same prompt and seed give the same scene. */
export function readScene(prompt: string, seed: number): Scene {
  const words = prompt
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '');
  const mixed = mixSeed(seed, 0) ^ hashText(words);
  const random = createRandom(mixed);
  const place = firstMeaning(placeWords, words) ?? random.pick(places);
  const hour = firstMeaning(hourWords, words) ?? usualHour(place, random);
  const weather = firstMeaning(weatherWords, words) ?? usualWeather(place, hour, random);
  const light = firstMeaning(lightWords, words) ?? (hour === 'night' ? 'moon' : 'sun');
  const palette = tinted(random.pick(palettes[place === 'space' ? 'night' : hour]), words);
  return {
    prompt,
    seed: mixed,
    hour: place === 'space' ? 'night' : hour,
    place,
    weather,
    light,
    subjects: allMeanings(subjectWords, words),
    palette,
  };
}

/** A separate random stream for each part of an image, so that one part never shifts another. */
export function chanceFor(scene: Scene, part: string): Random {
  return createRandom(scene.seed ^ hashText(part));
}

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

const places: readonly [Place, ...Place[]] = [
  'mountains',
  'sea',
  'forest',
  'city',
  'desert',
  'fields',
  'winter',
];

function firstMeaning<Meaning extends string>(table: WordTable<Meaning>, words: string): Meaning | null {
  let found: Meaning | null = null;
  let foundAt = Number.POSITIVE_INFINITY;
  for (const [meaning, pattern] of Object.entries(table) as [Meaning, RegExp][]) {
    const at = words.search(pattern);
    if (at < 0 || at >= foundAt) continue;
    found = meaning;
    foundAt = at;
  }
  return found;
}

function allMeanings<Meaning extends string>(table: WordTable<Meaning>, words: string): Meaning[] {
  return (Object.entries(table) as [Meaning, RegExp][])
    .filter(([, pattern]) => pattern.test(words))
    .map(([meaning]) => meaning);
}

function usualHour(place: Place, random: Random): Hour {
  if (place === 'space' || place === 'volcano') return 'night';
  return random.pick<Hour>(['dawn', 'day', 'dusk', 'night']);
}

function usualWeather(place: Place, hour: Hour, random: Random): Weather {
  if (place === 'winter') return 'snow';
  if (place === 'volcano') return 'embers';
  if (place === 'space') return 'clear';
  if (place === 'forest' && hour === 'night') return 'fireflies';
  return random.pick<Weather>(['clear', 'clear', 'mist']);
}

/** A color named in the prompt shifts the whole palette towards it. */
function tinted(palette: Palette, words: string): Palette {
  const color = firstMeaning(colorWords, words);
  if (color === null) return palette;
  const pull = (share: number) => (own: string) => mix(own, color, share);
  return {
    sky: palette.sky.map(pull(0.28)) as unknown as Palette['sky'],
    glow: pull(0.35)(palette.glow),
    land: palette.land.map(pull(0.35)) as unknown as Palette['land'],
    accents: [color, pull(0.5)(palette.accents[1]), palette.accents[2]],
  };
}
