/** Things a prompt may name, as silhouettes with a little light of their own. */
import { alpha, mix } from '../art/color';
import { disc, glow, polygon } from '../art/drawing';
import type { Subject } from '../art/scene-words';
import { chances, type Layer, type Moment, type Stage, shiftAt } from './stage';

type Context = Parameters<Layer['paint']>[0];

/** Where a subject can stand. */
export interface Anchors {
  /** Pixels from the top; `null` where there is no water. */
  readonly water: number | null;
  readonly ground: number;
}

export function subject(stage: Stage, kind: Subject, anchors: Anchors): Layer {
  const { random } = chances(stage, kind);
  // Away from the sun, so that neither hides the other.
  const side = stage.light.x > stage.width / 2 ? 0.18 : 0.6;
  const x = (side + random.next() * 0.22) * stage.width;
  const draw = drawers[kind];
  return {
    paint(context, moment) {
      context.save();
      draw(stage, context, x, anchors, moment);
      context.restore();
    },
  };
}

type Draw = (stage: Stage, context: Context, x: number, anchors: Anchors, moment: Moment) => void;

const dark = (stage: Stage): string => mix(stage.scene.palette.land[2], '#000000', 0.45);
const lamp = (stage: Stage): string => mix(stage.scene.palette.accents[1], '#ffe2a0', 0.6);

const boat: Draw = (stage, context, x, { water }, moment) => {
  if (water === null) return;
  const size = stage.unit * 95;
  const sway = Math.sin(moment.seconds * 1.2) * 0.035;
  context.translate(x + shiftAt(stage, 0.5, moment) + moment.seconds * stage.unit * 7, water + size * 0.75);
  context.rotate(sway);
  const hull = dark(stage);
  polygon(
    context,
    [
      [-size * 0.62, -size * 0.12],
      [size * 0.68, -size * 0.14],
      [size * 0.46, size * 0.12],
      [-size * 0.46, size * 0.12],
    ],
    hull,
  );
  context.fillRect(-size * 0.02, -size * 1.3, size * 0.035, size * 1.2);
  const sail = mix(stage.scene.palette.glow, stage.scene.palette.accents[0], 0.25);
  polygon(
    context,
    [
      [size * 0.04, -size * 1.26],
      [size * 0.56, -size * 0.22],
      [size * 0.04, -size * 0.22],
    ],
    sail,
  );
  polygon(
    context,
    [
      [-size * 0.05, -size * 1.1],
      [-size * 0.44, -size * 0.22],
      [-size * 0.05, -size * 0.22],
    ],
    mix(sail, hull, 0.25),
  );
};

const lighthouse: Draw = (stage, context, x, { ground, water }, moment) => {
  const size = stage.unit * 330;
  const foot = (water ?? ground) + stage.unit * 26;
  context.translate(x + shiftAt(stage, 0.45, moment), foot);
  polygon(context, rock(size), mix(dark(stage), stage.scene.palette.sky[2], 0.12));
  const lampY = -size * 0.86;
  beam(stage, context, lampY, size, moment.seconds);
  const wall = mix('#f4efe6', stage.scene.palette.sky[1], 0.35);
  polygon(
    context,
    [
      [-size * 0.09, 0],
      [size * 0.09, 0],
      [size * 0.055, -size * 0.76],
      [-size * 0.055, -size * 0.76],
    ],
    wall,
  );
  for (const band of [0.12, 0.38, 0.64]) {
    const half = size * (0.09 - band * 0.046);
    const top = size * (0.086 - (band + 0.12) * 0.046);
    polygon(
      context,
      [
        [-half, -size * band],
        [half, -size * band],
        [top, -size * (band + 0.12)],
        [-top, -size * (band + 0.12)],
      ],
      mix(stage.scene.palette.accents[0], '#b3262e', 0.6),
    );
  }
  context.fillStyle = dark(stage);
  context.fillRect(-size * 0.08, -size * 0.79, size * 0.16, size * 0.03);
  polygon(
    context,
    [
      [-size * 0.065, -size * 0.91],
      [size * 0.065, -size * 0.91],
      [0, -size],
    ],
    dark(stage),
  );
  context.fillStyle = lamp(stage);
  context.fillRect(-size * 0.042, -size * 0.91, size * 0.084, size * 0.12);
};

const rock = (size: number): [number, number][] => [
  [-size * 0.6, size * 0.12],
  [-size * 0.38, size * 0.02],
  [-size * 0.16, -size * 0.03],
  [size * 0.14, -size * 0.02],
  [size * 0.36, size * 0.03],
  [size * 0.66, size * 0.12],
];

function beam(stage: Stage, context: Context, y: number, size: number, seconds: number): void {
  const turn = Math.cos(seconds * 1.1 + 0.6);
  const reach = size * 3.2 * turn;
  const gradient = context.createLinearGradient(0, y, reach, y);
  gradient.addColorStop(0, alpha(lamp(stage), 0.55 * Math.abs(turn)));
  gradient.addColorStop(1, alpha(lamp(stage), 0));
  context.fillStyle = gradient;
  context.beginPath();
  context.moveTo(0, y);
  context.lineTo(reach, y - size * 0.3);
  context.lineTo(reach, y + size * 0.22);
  context.fill();
  glow(context, 0, y, size * 0.34, [
    [0, alpha(lamp(stage), 0.8)],
    [1, alpha(lamp(stage), 0)],
  ]);
}

const cabin: Draw = (stage, context, x, { ground }, moment) => {
  const size = stage.unit * 100;
  context.translate(x + shiftAt(stage, 0.75, moment), ground);
  const wall = mix(dark(stage), '#5a3a28', 0.4);
  context.fillStyle = wall;
  context.fillRect(-size * 0.6, -size * 0.7, size * 1.2, size * 0.9);
  polygon(
    context,
    [
      [-size * 0.78, -size * 0.62],
      [0, -size * 1.32],
      [size * 0.78, -size * 0.62],
    ],
    dark(stage),
  );
  context.fillRect(size * 0.28, -size * 1.3, size * 0.16, size * 0.5);
  for (const window of [-0.38, 0.1]) {
    context.fillStyle = lamp(stage);
    context.fillRect(size * window, -size * 0.48, size * 0.28, size * 0.3);
  }
  glow(context, -size * 0.1, -size * 0.3, size * 1.5, [
    [0, alpha(lamp(stage), 0.4)],
    [1, alpha(lamp(stage), 0)],
  ]);
  for (let puff = 0; puff < 6; puff += 1) {
    const age = (moment.seconds * 0.25 + puff / 6) % 1;
    const drift = Math.sin(age * 5 + puff) * size * 0.12;
    disc(
      context,
      size * 0.36 + drift + age * size * 0.3,
      -size * (1.35 + age * 1.2),
      size * (0.06 + age * 0.2),
      alpha('#e8e4ee', 0.3 * (1 - age)),
    );
  }
};

const balloon: Draw = (stage, context, x, _anchors, moment) => {
  const size = stage.unit * 95;
  const bob = Math.sin(moment.seconds * 0.7) * stage.unit * 10;
  context.translate(
    x + shiftAt(stage, 0.3, moment),
    stage.horizon * 0.42 + bob - moment.seconds * stage.unit * 4,
  );
  const [first, second, third] = stage.scene.palette.accents;
  for (const [index, color] of [first, second, third, second, first].entries()) {
    const half = size * (1 - index * 0.22);
    context.fillStyle = mix(color, '#20102a', index % 2 === 0 ? 0 : 0.12);
    context.beginPath();
    context.ellipse(0, 0, Math.max(size * 0.1, half), size * 1.12, 0, 0, Math.PI * 2);
    context.fill();
  }
  polygon(
    context,
    [
      [-size * 0.52, size * 0.9],
      [size * 0.52, size * 0.9],
      [size * 0.16, size * 1.42],
      [-size * 0.16, size * 1.42],
    ],
    alpha(mix(first, '#20102a', 0.35), 1),
  );
  context.fillStyle = '#5b3a21';
  context.fillRect(-size * 0.16, size * 1.6, size * 0.32, size * 0.26);
  context.strokeStyle = '#5b3a21';
  context.lineWidth = stage.unit * 1.6;
  for (const at of [-0.15, 0.15]) {
    context.beginPath();
    context.moveTo(size * at, size * 1.4);
    context.lineTo(size * at, size * 1.62);
    context.stroke();
  }
};

const birds: Draw = (stage, context, x, _anchors, moment) => {
  const { random } = chances(stage, 'flock');
  context.strokeStyle = alpha(dark(stage), 0.85);
  context.lineCap = 'round';
  for (let index = 0; index < 9; index += 1) {
    const row = Math.abs(index - 4);
    const size = stage.unit * (15 + random.next() * 9);
    const left = x + (index - 4) * stage.unit * 44 + moment.seconds * stage.unit * 26 - row * stage.unit * 8;
    const top = stage.horizon * 0.36 + row * stage.unit * 26 + random.next() * stage.unit * 14;
    const flap = Math.sin(moment.seconds * 7 + random.next() * 6) * 0.55;
    context.lineWidth = stage.unit * 2.6;
    context.beginPath();
    context.moveTo(left - size, top - size * flap);
    context.quadraticCurveTo(left - size * 0.3, top - size * 0.35, left, top);
    context.quadraticCurveTo(left + size * 0.3, top - size * 0.35, left + size, top - size * flap);
    context.stroke();
  }
};

const rocket: Draw = (stage, context, x, _anchors, moment) => {
  const size = stage.unit * 120;
  context.translate(x, stage.horizon * 0.55 - moment.seconds * stage.unit * 22);
  context.rotate(0.24);
  const flame = 1 + 0.15 * Math.sin(moment.seconds * 31);
  glow(context, 0, size * 0.9, size * 0.8 * flame, [
    [0, alpha('#fff0b0', 0.9)],
    [0.3, alpha('#ff9d3b', 0.5)],
    [1, alpha('#ff5d2b', 0)],
  ]);
  polygon(
    context,
    [
      [-size * 0.13, size * 0.6],
      [size * 0.13, size * 0.6],
      [0, size * (1.5 * flame)],
    ],
    alpha('#ffb54a', 0.9),
  );
  const accent = stage.scene.palette.accents[0];
  polygon(
    context,
    [
      [-size * 0.2, size * 0.2],
      [-size * 0.4, size * 0.72],
      [0, size * 0.5],
      [size * 0.4, size * 0.72],
      [size * 0.2, size * 0.2],
    ],
    accent,
  );
  context.fillStyle = '#eef1f7';
  context.beginPath();
  context.moveTo(0, -size);
  context.bezierCurveTo(size * 0.4, -size * 0.45, size * 0.26, size * 0.35, size * 0.18, size * 0.6);
  context.lineTo(-size * 0.18, size * 0.6);
  context.bezierCurveTo(-size * 0.26, size * 0.35, -size * 0.4, -size * 0.45, 0, -size);
  context.fill();
  disc(context, 0, -size * 0.2, size * 0.13, accent);
  disc(context, 0, -size * 0.2, size * 0.085, '#16324f');
};

const drawers: Readonly<Record<Subject, Draw>> = { boat, lighthouse, cabin, balloon, birds, rocket };
