/** Colors of the four hours; each picture takes one set. */
import type { Hour, Palette } from './scene-words';

type Palettes = readonly [Palette, ...Palette[]];

export const palettes: Readonly<Record<Hour, Palettes>> = {
  dawn: [
    palette(
      '#3a5f9e #8fa4cf #f3b8b5 #ffe0b8',
      '#fff2d6',
      '#8e8fb5 #5c5f8a #2c2f52',
      '#ff8f7a #ffd166 #7cc6d6',
    ),
    palette(
      '#2f6f8f #7fb5bd #f6cfa8 #fff0cf',
      '#fffbe6',
      '#7fa3a5 #4d7479 #20424a',
      '#ffb26b #f4978e #a8dadc',
    ),
    palette(
      '#5b4b8a #a17fb5 #f0a6a8 #ffd7b5',
      '#fff0dc',
      '#8a6f9e #5a4777 #2b2145',
      '#ff9a8b #ffd79a #c6a8ff',
    ),
  ],
  day: [
    palette(
      '#1f6fc4 #4f9fe0 #a5d3f2 #e9f6fb',
      '#fffdf0',
      '#8fb5c9 #4f8a7a #1f5a4a',
      '#ffb703 #fb8500 #e63946',
    ),
    palette(
      '#2a86b8 #63b8d6 #bfe6e6 #f5fbef',
      '#fffff2',
      '#93c1b5 #5a9a6f #27603f',
      '#f4a261 #e76f51 #2a9d8f',
    ),
    palette(
      '#3b7dd8 #7fb2f0 #c9e2fb #fdf3e0',
      '#fffaea',
      '#a3b7d4 #6b86b0 #34507c',
      '#ffd166 #ef476f #06d6a0',
    ),
  ],
  dusk: [
    palette(
      '#2b2255 #7a3b7e #e5657b #ffb36b',
      '#ffe3a8',
      '#6d3f6e #42264f #1b1030',
      '#ff7b54 #ffb26b #c86bfa',
    ),
    palette(
      '#1d2a5a #5b4a8f #d97b8f #ffc98a',
      '#ffeabf',
      '#5a4a80 #342c5c #141233',
      '#ff9e6d #ffd670 #6ec3d8',
    ),
    palette(
      '#3a1c40 #96315a #ef6a4c #ffc15e',
      '#fff0b3',
      '#7a3348 #4a1f38 #1f0d20',
      '#ffd166 #ff5d5d #f9a8d4',
    ),
  ],
  night: [
    palette(
      '#050a24 #0d1b46 #1c3a6e #3c6a8f',
      '#f4f1de',
      '#1d3557 #12233f #060d1c',
      '#4ff0b7 #57c7ff #b388ff',
    ),
    palette(
      '#0a0820 #1a1446 #3b2470 #6a4a93',
      '#fdf0ff',
      '#2b2358 #1a1540 #0a081f',
      '#ff6ec7 #7af8ff #ffd36e',
    ),
    palette(
      '#04141c #0a2a38 #125059 #2f7f7c',
      '#eafff4',
      '#12434b #0b2a33 #041318',
      '#8cff9e #3ee6d0 #5ea8ff',
    ),
  ],
};

function palette(sky: string, glow: string, land: string, accents: string): Palette {
  return {
    sky: sky.split(' ') as unknown as Palette['sky'],
    glow,
    land: land.split(' ') as unknown as Palette['land'],
    accents: accents.split(' ') as unknown as Palette['accents'],
  };
}
