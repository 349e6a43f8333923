/** The ground of each place, from the horizon to the viewer's feet. */
import { mix } from '../art/color';
import type { Place } from '../art/scene-words';
import { cone, flowers, mist } from './features';
import { ridge } from './ridges';
import { skyline } from './skyline';
import { moonGround } from './space';
import { chances, type Layer, type Stage } from './stage';
import { framingTrees, wood } from './trees';
import { water } from './water';

export interface Ground {
  readonly layers: readonly Layer[];
  /** In front of the subjects. */
  readonly front: readonly Layer[];
  readonly water: number | null;
  /** Where a house stands, in pixels from the top. */
  readonly ground: number;
}

type Build = (stage: Stage) => Ground;

const mountains: Build = (stage) => {
  const isSnowy = true;
  const line = stage.height * 0.76;
  const hasLake = chances(stage, 'lake').random.next() < 0.6 || stage.scene.subjects.includes('boat');
  const far = [
    ridge(stage, { part: 'far', depth: 0.15, base: 0.74, rise: 0.3, frequency: 3, roughness: 5, isSnowy }),
    ridge(stage, { part: 'middle', depth: 0.32, base: 0.76, rise: 0.2, frequency: 4, roughness: 5, isSnowy }),
    ridge(stage, { part: 'low', depth: 0.5, base: 0.765, rise: 0.08, frequency: 5, roughness: 4 }),
  ];
  const near = wood(stage, {
    part: 'near wood',
    depth: 0.95,
    base: hasLake ? 0.99 : 0.9,
    height: 0.13,
    amount: 46,
  });
  return {
    layers: hasLake ? [...far, water(stage, line)] : far,
    front: [near],
    water: hasLake ? line : null,
    ground: line,
  };
};

const sea: Build = (stage) => {
  const line = stage.horizon;
  const island = ridge(stage, {
    part: 'island',
    depth: 0.2,
    base: 0.585,
    rise: 0.1,
    frequency: 2.2,
    roughness: 4,
  });
  const hasCliff = stage.scene.subjects.length === 0;
  const cliff = ridge(stage, {
    part: 'cliff',
    depth: 0.95,
    base: 1.04,
    rise: 0.12,
    frequency: 1.4,
    roughness: 4,
  });
  return { layers: [island, water(stage, line)], front: hasCliff ? [cliff] : [], water: line, ground: line };
};

const forest: Build = (stage) => ({
  layers: [
    ridge(stage, { part: 'far', depth: 0.12, base: 0.7, rise: 0.16, frequency: 2.4, roughness: 4 }),
    wood(stage, { part: 'row 1', depth: 0.25, base: 0.74, height: 0.1, amount: 70 }),
    wood(stage, { part: 'row 2', depth: 0.42, base: 0.8, height: 0.16, amount: 46 }),
    mist(stage),
    wood(stage, { part: 'row 3', depth: 0.62, base: 0.88, height: 0.24, amount: 30 }),
  ],
  front: [
    ridge(stage, { part: 'floor', depth: 0.95, base: 1.02, rise: 0.09, frequency: 1.2, roughness: 2 }),
    framingTrees(stage),
  ],
  water: null,
  ground: stage.height * 0.88,
});

const city: Build = (stage) => {
  const line = stage.height * 0.8;
  return {
    layers: [
      skyline(stage, { part: 'far', depth: 0.15, base: 0.8, rise: 0.44, width: 0.07 }),
      skyline(stage, { part: 'middle', depth: 0.4, base: 0.8, rise: 0.36, width: 0.085 }),
      skyline(stage, { part: 'near', depth: 0.7, base: 0.8, rise: 0.22, width: 0.1 }),
      water(stage, line),
    ],
    front: [],
    water: line,
    ground: line,
  };
};

const desert: Build = (stage) => {
  const warm = mix(stage.scene.palette.land[0], '#e0a458', stage.scene.hour === 'night' ? 0.25 : 0.7);
  const dark = mix(stage.scene.palette.land[2], '#7a3f1d', stage.scene.hour === 'night' ? 0.2 : 0.55);
  const dune = (part: string, depth: number, base: number, rise: number) =>
    ridge(stage, {
      part,
      depth,
      base,
      rise,
      frequency: 1.5 + depth,
      roughness: 1,
      color: mix(warm, dark, depth),
    });
  return {
    layers: [
      ridge(stage, { part: 'mesa', depth: 0.1, base: 0.66, rise: 0.12, frequency: 2, roughness: 4 }),
      dune('dune 1', 0.22, 0.74, 0.1),
      dune('dune 2', 0.42, 0.83, 0.15),
      dune('dune 3', 0.66, 0.94, 0.18),
      dune('dune 4', 0.95, 1.06, 0.17),
    ],
    front: [],
    water: null,
    ground: stage.height * 0.82,
  };
};

const fields: Build = (stage) => {
  const green =
    stage.scene.hour === 'day' || stage.scene.hour === 'dawn' ? '#6aa84f' : stage.scene.palette.land[1];
  const hill = (part: string, depth: number, base: number, rise: number) =>
    ridge(stage, {
      part,
      depth,
      base,
      rise,
      frequency: 1.3 + depth * 0.6,
      roughness: 2,
      color: mix(
        mix(green, stage.scene.palette.sky[3], 0.5 - depth * 0.5),
        stage.scene.palette.land[2],
        depth * 0.35,
      ),
    });
  return {
    layers: [
      ridge(stage, { part: 'far', depth: 0.12, base: 0.68, rise: 0.12, frequency: 3, roughness: 4 }),
      hill('hill 1', 0.3, 0.74, 0.08),
      wood(stage, { part: 'hedge', depth: 0.36, base: 0.755, height: 0.035, amount: 40 }),
      hill('hill 2', 0.5, 0.84, 0.1),
      hill('hill 3', 0.75, 0.95, 0.1),
    ],
    front: [flowers(stage)],
    water: null,
    ground: stage.height * 0.86,
  };
};

const winter: Build = (stage) => {
  const white = mix('#f4f8ff', stage.scene.palette.sky[1], stage.scene.hour === 'night' ? 0.5 : 0.22);
  const hill = (part: string, depth: number, base: number, rise: number) =>
    ridge(stage, {
      part,
      depth,
      base,
      rise,
      frequency: 1.6,
      roughness: 2,
      color: mix(white, stage.scene.palette.sky[0], 0.35 - depth * 0.3),
    });
  return {
    layers: [
      ridge(stage, {
        part: 'far',
        depth: 0.15,
        base: 0.72,
        rise: 0.26,
        frequency: 2.8,
        roughness: 5,
        isSnowy: true,
      }),
      hill('hill 1', 0.3, 0.76, 0.07),
      wood(stage, { part: 'row 1', depth: 0.4, base: 0.775, height: 0.1, amount: 36 }),
      hill('hill 2', 0.6, 0.88, 0.08),
    ],
    front: [hill('hill 3', 0.95, 1, 0.08), framingTrees(stage)],
    water: null,
    ground: stage.height * 0.84,
  };
};

const space: Build = (stage) => ({
  layers: [],
  front: [moonGround(stage)],
  water: null,
  ground: stage.height * 0.88,
});

const volcano: Build = (stage) => ({
  layers: [
    ridge(stage, { part: 'far', depth: 0.12, base: 0.74, rise: 0.12, frequency: 3, roughness: 5 }),
    cone(stage),
    ridge(stage, {
      part: 'rock',
      depth: 0.7,
      base: 0.93,
      rise: 0.12,
      frequency: 3,
      roughness: 5,
      color: '#1c1014',
    }),
  ],
  front: [
    ridge(stage, {
      part: 'near',
      depth: 0.95,
      base: 1.04,
      rise: 0.13,
      frequency: 2,
      roughness: 5,
      color: '#0d0709',
    }),
  ],
  water: null,
  ground: stage.height * 0.9,
});

/** How the ground of each place is built. */
export const grounds: Readonly<Record<Place, Build>> = {
  mountains,
  sea,
  forest,
  city,
  desert,
  fields,
  winter,
  space,
  volcano,
};
