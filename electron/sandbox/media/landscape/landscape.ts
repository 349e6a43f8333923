/** Puts the layers of a scene one behind the other. */
import { createCanvas } from '@napi-rs/canvas';
import { layered } from '../../random';
import { alpha, mix } from '../art/color';
import { type Context, prerender, type Size, verticalGradient } from '../art/drawing';
import { chanceFor } from '../art/scene';
import type { Place, Scene } from '../art/scene-words';
import { mist, vignette } from './features';
import { grounds } from './grounds';
import { clouds, sky, stars, sunOrMoon } from './sky';
import { nebula, planet } from './space';
import { chances, type Layer, type Moment, type Stage, shiftAt } from './stage';
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

// Curtains of light, like the northern lights: columns of color along a slowly moving curve.

/** Width of one column, in thousandths of the shorter side: finer is slower and looks no better. */
const COLUMN = 5;
/** Light has no edges: it is painted this much smaller and blown up, which takes a fraction of the time. */
const SHRINK = 3;

interface Curtain {
  readonly strip: ReturnType<typeof prerender>;
  readonly base: number;
  readonly sway: number;
  readonly length: number;
  readonly row: number;
  readonly opacity: number;
}

function curtains(stage: Stage, strength: number): Layer {
  const { random, noise } = chances(stage, 'curtains');
  const all = stage.scene.palette.accents.map((color, row): Curtain => {
    const length = stage.horizon * (0.42 + random.next() * 0.34);
    return {
      strip: columnOf(color, stage.scene.palette.accents[(row + 1) % 3] ?? color, length),
      base: stage.horizon * (0.5 + random.next() * 0.3),
      sway: stage.horizon * (0.12 + random.next() * 0.14),
      length,
      row: row * 31 + random.next() * 10,
      opacity: strength * (1 - row * 0.22),
    };
  });
  const small = createCanvas(Math.ceil(stage.width / SHRINK), Math.ceil(stage.horizon / SHRINK));
  const light = small.getContext('2d');
  light.globalCompositeOperation = 'lighter';
  light.scale(1 / SHRINK, 1 / SHRINK);
  return {
    paint(context, moment) {
      light.clearRect(0, 0, stage.width, stage.horizon);
      for (const curtain of all) paintCurtain(stage, curtain, noise, light, moment);
      context.globalCompositeOperation = 'lighter';
      context.drawImage(small, 0, 0, small.width * SHRINK, small.height * SHRINK);
      context.globalCompositeOperation = 'source-over';
    },
  };
}

function paintCurtain(
  stage: Stage,
  curtain: Curtain,
  noise: (x: number, y?: number) => number,
  context: Parameters<Layer['paint']>[0],
  moment: Moment,
): void {
  // Whole pixels of the small canvas: columns that overlap or gape would show as stripes.
  const step = SHRINK * Math.max(1, Math.round((COLUMN * stage.unit) / SHRINK));
  const slow = moment.seconds * 0.09;
  const shift = shiftAt(stage, 0.05, moment);
  for (let x = -step; x < stage.width + step; x += step) {
    const place = ((x - shift) / stage.width) * 2.2;
    const fold = noise(place * 1.3 + slow, curtain.row);
    const ray = 0.5 + 0.5 * layered(noise, place * 9 + fold * 2 - slow, curtain.row + slow * 3, 2);
    const presence = Math.max(0, 0.55 + noise(place * 0.9 - slow, curtain.row + 7));
    const height = curtain.length * (0.55 + 0.45 * ray);
    context.globalAlpha = Math.min(1, curtain.opacity * presence * (0.22 + 0.5 * ray * ray));
    const bottom = curtain.base + fold * curtain.sway;
    context.drawImage(curtain.strip, x, bottom - height, step, height);
  }
}

/** Bright at its foot, fading upwards into a second color. */
function columnOf(color: string, second: string, length: number): Curtain['strip'] {
  return prerender(1, length, (context) => {
    context.fillStyle = verticalGradient(context, 0, length, [
      [0, alpha(second, 0)],
      [0.4, alpha(mix(color, second, 0.5), 0.28)],
      [0.82, alpha(color, 0.75)],
      [0.94, alpha(mix(color, '#ffffff', 0.35), 0.55)],
      [1, alpha(color, 0)],
    ]);
    context.fillRect(0, 0, 1, length);
  });
}
