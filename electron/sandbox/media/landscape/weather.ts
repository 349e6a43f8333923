/** What falls, floats or glows in the air. Where each particle is follows from the time alone. */
import { alpha, mix } from '../art/color';
import { disc, glow, prerender } from '../art/drawing';
import type { Weather } from '../art/scene-words';
import { chances, type Layer, type Moment, type Stage, shiftAt } from './stage';

type Context = Parameters<Layer['paint']>[0];

interface Particle {
  readonly x: number;
  readonly y: number;
  /** 0 is far and small, 1 is near and large. */
  readonly near: number;
  readonly phase: number;
}

interface Kind {
  readonly amount: number;
  /** Heights of the frame a second; upwards where negative. */
  readonly fall: number;
  /** Sideways sway, as a share of the width. */
  readonly sway: number;
  readonly draw: (
    stage: Stage,
  ) => (context: Context, x: number, y: number, one: Particle, seconds: number) => void;
}

export function weather(stage: Stage): Layer {
  const kind = kinds[stage.scene.weather];
  if (kind === undefined) return { paint: () => undefined };
  const { random } = chances(stage, 'weather');
  const particles = Array.from({ length: kind.amount }, () => ({
    x: random.next(),
    y: random.next(),
    near: random.next(),
    phase: random.next() * Math.PI * 2,
  }));
  const draw = kind.draw(stage);
  return {
    paint(context, moment) {
      for (const one of particles) {
        const { x, y } = placeOf(stage, kind, one, moment);
        draw(context, x, y, one, moment.seconds);
      }
    },
  };
}

function placeOf(stage: Stage, kind: Kind, one: Particle, moment: Moment): { x: number; y: number } {
  const fallen = one.y + kind.fall * (0.5 + one.near) * moment.seconds;
  const swayed = one.x + kind.sway * Math.sin(one.phase + moment.seconds * (0.6 + one.near));
  const across = swayed * stage.width + shiftAt(stage, 0.3 + one.near * 0.9, moment);
  return { x: wrap(across, stage.width), y: wrap(fallen * stage.height, stage.height) };
}

/** A little beyond the edges, so that nothing appears or vanishes in view. */
const wrap = (value: number, length: number): number => {
  const room = length * 1.1;
  return ((((value + length * 0.05) % room) + room) % room) - length * 0.05;
};

const kinds: Partial<Record<Weather, Kind>> = {
  rain: {
    amount: 320,
    fall: 1.15,
    sway: 0,
    draw: (stage) => (context, x, y, one) => {
      context.strokeStyle = alpha(mix(stage.scene.palette.sky[3], '#ffffff', 0.5), 0.1 + one.near * 0.26);
      context.lineWidth = stage.unit * (0.7 + one.near * 1.2);
      const length = stage.unit * (22 + one.near * 46);
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x - length * 0.16, y + length);
      context.stroke();
    },
  },
  snow: {
    amount: 260,
    fall: 0.09,
    sway: 0.012,
    draw: (stage) => (context, x, y, one) => {
      const radius = stage.unit * (1.2 + one.near ** 2 * 6);
      disc(context, x, y, radius, alpha('#ffffff', 0.85 - one.near * 0.4));
    },
  },
  fireflies: lights(70, -0.015, 0.03, (stage) => mix(stage.scene.palette.accents[0], '#fff3a0', 0.5), 1.8),
  embers: lights(150, -0.16, 0.02, () => '#ff8a2b', 6),
  petals: flakes(90, 0.07, (stage) => mix(stage.scene.palette.accents[0], '#ffc4dd', 0.7)),
  leaves: flakes(70, 0.1, () => '#e0772a'),
};

/** Points of light that flicker `rate` times faster or slower. */
function lights(
  amount: number,
  fall: number,
  sway: number,
  colorOf: (stage: Stage) => string,
  rate: number,
): Kind {
  return {
    amount,
    fall,
    sway,
    draw: (stage) => {
      const color = colorOf(stage);
      const size = 26 * stage.unit;
      const sprite = prerender(size * 2, size * 2, (context) => {
        glow(context, size, size, size, [
          [0, '#ffffff'],
          [0.12, alpha(color, 0.9)],
          [0.32, alpha(color, 0.25)],
          [1, alpha(color, 0)],
        ]);
      });
      return (context, x, y, one, seconds) => {
        const wide = size * (0.5 + one.near * 1.1);
        context.globalAlpha = 0.35 + 0.65 * Math.max(0, Math.sin(one.phase + seconds * rate));
        context.drawImage(sprite, x - wide / 2, y - wide / 2, wide, wide);
        context.globalAlpha = 1;
      };
    },
  };
}

function flakes(amount: number, fall: number, colorOf: (stage: Stage) => string): Kind {
  return {
    amount,
    fall,
    sway: 0.05,
    draw: (stage) => {
      const color = colorOf(stage);
      return (context, x, y, one, seconds) => {
        const radius = stage.unit * (3 + one.near * 7);
        context.fillStyle = alpha(mix(color, '#7a2c18', Math.sin(one.phase * 7) * 0.2 + 0.2), 0.9);
        context.beginPath();
        // Tumbling: its shorter side opens and closes.
        const flat = Math.abs(Math.sin(one.phase + seconds * 2)) * 0.6 + 0.2;
        context.ellipse(x, y, radius, radius * flat, one.phase + seconds, 0, Math.PI * 2);
        context.fill();
      };
    },
  };
}
