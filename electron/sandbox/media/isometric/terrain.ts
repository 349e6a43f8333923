/** The ground of an isometric world: a height and a kind for each tile. */
import { createNoise, layered } from '../../random';
import { mix } from '../art/color';
import { chanceFor } from '../art/scene';
import type { Place, Scene } from '../art/scene-words';

/** Tiles along one side. */
export const WORLD = 13;

export type TileKind = 'water' | 'sand' | 'grass' | 'rock' | 'snow' | 'road' | 'lava' | 'dust';

export interface Tile {
  readonly x: number;
  readonly y: number;
  /** Cubes above the floor, in steps of a quarter. */
  readonly height: number;
  readonly kind: TileKind;
}

interface Relief {
  /** How much the ground rises and falls, in cubes. */
  readonly swing: number;
  readonly frequency: number;
  /** A hill (above 0) or a hollow in the middle. */
  readonly middle: number;
  readonly kindAt: (height: number, x: number, y: number) => TileKind;
}

const reliefs: Readonly<Record<Place, Relief>> = {
  sea: {
    swing: 1.5,
    frequency: 0.22,
    middle: 1.3,
    kindAt: (height) => (height < 0.9 ? 'water' : height < 1.35 ? 'sand' : 'grass'),
  },
  mountains: {
    swing: 2.4,
    frequency: 0.3,
    middle: 2.6,
    kindAt: (height) => (height < 0.9 ? 'water' : height < 2 ? 'grass' : height < 3.6 ? 'rock' : 'snow'),
  },
  forest: { swing: 1, frequency: 0.24, middle: 0.2, kindAt: (height) => (height < 0.75 ? 'water' : 'grass') },
  city: {
    swing: 0,
    frequency: 1,
    middle: 0,
    kindAt: (_height, x, y) => (x % 4 === 2 || y % 4 === 2 ? 'road' : 'grass'),
  },
  desert: { swing: 1, frequency: 0.26, middle: 0, kindAt: () => 'sand' },
  fields: { swing: 0.8, frequency: 0.2, middle: 0.3, kindAt: (height) => (height < 0.8 ? 'water' : 'grass') },
  winter: { swing: 1.2, frequency: 0.24, middle: 0.5, kindAt: (height) => (height < 0.8 ? 'water' : 'snow') },
  space: { swing: 0.9, frequency: 0.3, middle: 0, kindAt: () => 'dust' },
  volcano: {
    swing: 1.2,
    frequency: 0.3,
    middle: 4.2,
    kindAt: (height, x, y) => (isCrater(x, y) ? 'lava' : height < 0.8 ? 'lava' : 'rock'),
  },
};

const middleOf = (WORLD - 1) / 2;
const isCrater = (x: number, y: number): boolean => Math.hypot(x - middleOf, y - middleOf) < 1;

/** Every tile, from the back to the front. */
export function createTerrain(scene: Scene): Tile[] {
  const relief = reliefs[scene.place];
  const noise = createNoise(chanceFor(scene, 'terrain'));
  const tiles: Tile[] = [];
  for (let sum = 0; sum <= (WORLD - 1) * 2; sum += 1) {
    for (let x = Math.max(0, sum - WORLD + 1); x <= Math.min(WORLD - 1, sum); x += 1) {
      tiles.push(tileAt(relief, noise, x, sum - x));
    }
  }
  return tiles;
}

function tileAt(relief: Relief, noise: ReturnType<typeof createNoise>, x: number, y: number): Tile {
  const away = Math.hypot(x - middleOf, y - middleOf) / middleOf;
  const hill = relief.middle * Math.max(0, 1 - away * 1.15);
  const raw = 1 + hill + relief.swing * 0.6 * layered(noise, x * relief.frequency, y * relief.frequency, 2);
  const kind = relief.kindAt(raw, x, y);
  if (kind === 'water') return { x, y, kind, height: 0.7 };
  if (kind === 'lava') return { x, y, kind, height: isCrater(x, y) ? 3.4 : 0.7 };
  return { x, y, kind, height: Math.max(0.75, Math.round(raw * 4) / 4) };
}

/** Ground takes a little of the scene's own colors, so that each picture has its mood. */
export function tileColor(scene: Scene, tile: Tile, chance: number): string {
  const { palette, hour } = scene;
  const own: Record<TileKind, string> = {
    water: mix('#3aa6d8', palette.sky[1], 0.45),
    sand: '#ecd19a',
    grass: scene.weather === 'leaves' ? '#d08a3c' : '#7cb950',
    rock: scene.place === 'volcano' ? '#4b3b42' : '#8f8a99',
    snow: '#f2f7ff',
    road: '#5b6070',
    lava: '#ff7a2f',
    dust: '#a9a4b8',
  };
  const mood = hour === 'night' ? mix(palette.sky[2], palette.accents[1], 0.25) : palette.sky[3];
  const pull = scene.place === 'volcano' ? 0.1 : hour === 'night' ? 0.5 : hour === 'day' ? 0.12 : 0.3;
  const tinted = tile.kind === 'lava' ? own.lava : mix(own[tile.kind], mood, pull);
  return mix(tinted, chance < 0.5 ? '#ffffff' : '#000000', Math.abs(chance - 0.5) * 0.12);
}
