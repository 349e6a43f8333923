/**
 * Choices as pictures of themselves: rectangles for sizes, strips for seconds. They are for the mouse alone, as sliders
 * are: keyboards and screen readers use the field above, which has the same choices.
 */
import type { ReactNode } from 'react';
import { classes } from '../../ui/classes';
import { drawnShapes, ratesIn, ratioText, type Shape, secondsIn, shapeOf } from './shapes';

/** Of the square that a rectangle is drawn in. */
const SIDE = 26;
/** More would be a wall: the field lists them. */
const MOST_SHAPES = 12;

interface ShapeChoicesProps {
  choices: readonly string[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function ShapeChoices({ choices, value, onChange }: ShapeChoicesProps) {
  const shown = choices.flatMap((choice) => {
    const shape = shapeOf(choice);
    return shape === null ? [] : [{ choice, shape }];
  });
  if (shown.length < 2 || shown.length > MOST_SHAPES) return null;
  const drawn = drawnShapes(
    shown.map(({ shape }) => shape),
    SIDE,
  );
  return (
    <Pictures>
      {shown.map(({ choice, shape }, index) => (
        <Picture
          key={choice}
          title={choice.replace('x', ' × ')}
          isChosen={choice === value}
          onChoose={() => onChange(choice === value ? undefined : choice)}
        >
          <svg width={SIDE + 2} height={SIDE + 2} aria-hidden>
            <Rectangle {...(drawn[index] ?? shape)} isFilled={choice === value} />
          </svg>
          {textOf(choice, shape)}
        </Picture>
      ))}
    </Pictures>
  );
}

/** `720` of `720p`, and a ratio as the model names it: `21:9` is not `7:3` to anyone. */
function textOf(choice: string, shape: Shape): string {
  if (choice.includes(':')) return choice;
  return choice.endsWith('p') ? choice.slice(0, -1) : ratioText(shape);
}

interface RectangleProps {
  width: number;
  height: number;
  isFilled: boolean;
}

/** In the middle, in the color of the text, which forced colors keep. */
const Rectangle = ({ width, height, isFilled }: RectangleProps) => (
  <rect
    x={(SIDE + 2 - width) / 2}
    y={(SIDE + 2 - height) / 2}
    width={width}
    height={height}
    rx={2}
    stroke="currentColor"
    fill="currentColor"
    fillOpacity={isFilled ? 0.7 : 0}
  />
);

interface SecondChoicesProps {
  range: { readonly min: number; readonly max: number };
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

export function SecondChoices({ range, value, onChange }: SecondChoicesProps) {
  const choices = secondsIn(range);
  if (choices.length < 2) return null;
  return (
    <Pictures>
      {choices.map((seconds) => (
        <Picture
          key={seconds}
          title={`${seconds} s`}
          isChosen={seconds === value}
          onChoose={() => onChange(seconds === value ? undefined : seconds)}
        >
          <Strip share={seconds / range.max} isFilled={seconds === value} />
          {seconds}
        </Picture>
      ))}
    </Pictures>
  );
}

const HEIGHT = 10;

/** A piece of film, as long as its share of the longest. */
function Strip({ share, isFilled }: { share: number; isFilled: boolean }) {
  const length = Math.max(3, Math.round(share * SIDE));
  return (
    <svg width={SIDE + 2} height={HEIGHT + 2} aria-hidden>
      <rect
        x={1}
        y={1}
        width={SIDE}
        height={HEIGHT}
        rx={2}
        stroke="currentColor"
        fill="none"
        opacity={0.35}
      />
      <rect
        x={1}
        y={1}
        width={length}
        height={HEIGHT}
        rx={2}
        stroke="currentColor"
        fill="currentColor"
        fillOpacity={isFilled ? 0.7 : 0.25}
      />
    </svg>
  );
}

/** As many frames as a sixth of a second has, drawn side by side. */
export function RateChoices({ range, value, onChange }: SecondChoicesProps) {
  const choices = ratesIn(range);
  if (choices.length < 2) return null;
  return (
    <Pictures>
      {choices.map((rate) => (
        <Picture
          key={rate}
          title={`${rate} frames per second`}
          isChosen={rate === value}
          onChoose={() => onChange(rate === value ? undefined : rate)}
        >
          <Frames count={Math.max(1, Math.round(rate / 6))} isFilled={rate === value} />
          {rate}
        </Picture>
      ))}
    </Pictures>
  );
}

function Frames({ count, isFilled }: { count: number; isFilled: boolean }) {
  const width = SIDE / count;
  return (
    <svg width={SIDE + 2} height={HEIGHT + 2} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a frame is its place
          key={index}
          x={1 + index * width}
          y={1}
          width={width}
          height={HEIGHT}
          stroke="currentColor"
          fill="currentColor"
          fillOpacity={isFilled ? 0.7 : 0}
        />
      ))}
    </svg>
  );
}

const Pictures = ({ children }: { children: ReactNode }) => (
  <div aria-hidden className="mt-1.5 flex flex-wrap gap-1">
    {children}
  </div>
);

interface PictureProps {
  title: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

const Picture = ({ title, isChosen, onChoose, children }: PictureProps) => (
  <button
    type="button"
    tabIndex={-1}
    title={title}
    data-chosen={isChosen ? '' : undefined}
    onClick={onChoose}
    className={classes(
      'flex min-w-10 flex-col items-center justify-end gap-0.5 rounded-control px-1 py-1 text-xs tabular-nums',
      isChosen ? 'border-2 border-accent text-accent' : 'border border-line m-px text-muted hover:bg-hover',
    )}
  >
    {children}
  </button>
);
