/** Puts the layers of a scene one behind the other. */
import type { Context, Size } from '../art/drawing';
import { chanceFor } from '../art/scene';
import type { Place, Scene } from '../art/scene-types';
import { curtains } from './curtains';
import { mist, vignette } from './features';
import { grounds } from './grounds';
import { clouds, sky, stars, sunOrMoon } from './sky';
import { nebula, planet } from './space';
import type { Layer, Moment, Stage } from './stage';
import { subject } from './subjects';
import { weather } from './weather';

export interface Landscape {
  /** Paints the whole frame. */
  paint(context: Context, moment: Moment): void;
}

export interface LandscapeOptions {
  /** How strong the curtains of light are: 0 to 1. */
  readonly curtains: number;
}

export function createLandscape(scene: Scene, size: Size, options: LandscapeOptions): Landscape {
  const stage = setStage(scene, size);
  const ground = grounds[scene.place](stage);
  const hasStars = scene.hour === 'night' || (scene.hour === 'dusk' && scene.light === 'moon');
  const layers: Layer[] = [
    sky(stage),
    ...(hasStars ? [stars(stage)] : []),
    ...(scene.place === 'space' ? [nebula(stage), planet(stage)] : [sunOrMoon(stage)]),
    ...(options.curtains > 0 && scene.place !== 'space' ? [curtains(stage, options.curtains)] : []),
    ...(hasClouds(scene) ? [clouds(stage)] : []),
    ...ground.layers,
    ...scene.subjects.map((kind) => subject(stage, kind, ground)),
    ...ground.front,
    ...(scene.weather === 'mist' ? [mist(stage)] : []),
    weather(stage),
    vignette(stage),
  ];
  return {
    paint(context, moment) {
      for (const layer of layers) layer.paint(context, moment);
    },
  };
}

const hasClouds = (scene: Scene): boolean =>
  scene.place !== 'space' && (scene.hour !== 'night' || scene.weather === 'rain');

const horizons: Readonly<Record<Place, number>> = {
  sea: 0.58,
  mountains: 0.72,
  forest: 0.74,
  city: 0.74,
  desert: 0.64,
  fields: 0.66,
  winter: 0.7,
  space: 0.95,
  volcano: 0.74,
};

function setStage(scene: Scene, { width, height }: Size): Stage {
  const random = chanceFor(scene, 'stage');
  const unit = Math.min(width, height) / 1000;
  const horizon = horizons[scene.place] * height;
  const isLow = scene.hour === 'dawn' || scene.hour === 'dusk';
  const across = random.next() < 0.5 ? 0.24 + random.next() * 0.16 : 0.62 + random.next() * 0.16;
  return {
    width,
    height,
    scene,
    unit,
    horizon,
    light: {
      x: across * width,
      y: horizon * (isLow ? 0.74 + random.next() * 0.14 : 0.24 + random.next() * 0.16),
      radius: unit * (isLow ? 70 : 44),
    },
  };
}
