/** A story: what the person does and what happens to them, made from one number. */
import { createRandom } from '../world/random';
import { drawStep, type Weights } from './draw-step';
import type { Step } from './step';
import { type Interest, interests, themes, troubles } from './themes';

/**
 * @param about the only steps of the story, for what other stories hardly ever meet. Such a story stays the same when the
 * person learns something new.
 */
export function createStory(seed: number, about?: Weights): readonly Step[] {
  return about === undefined
    ? interests.reduce((steps, interest) => withInterest(seed, steps, interest), createFirst(seed))
    : createAbout(seed, about);
}

function createAbout(seed: number, about: Weights): readonly Step[] {
  const random = createRandom(`${seed} about`);
  return Array.from({ length: random.int(4, 24) }, (_, at) =>
    drawStep(random, about, { seed: `${seed} about ${at}`, id: `a${at}` }),
  );
}

function withInterest(seed: number, steps: readonly Step[], interest: Interest): readonly Step[] {
  const { letter, share, weights } = interest;
  const random = createRandom(`${seed} interest ${letter}`);
  if (!random.chance(share)) return steps;
  const more = Array.from({ length: random.int(2, 12) }, (_, at) =>
    drawStep(random, weights, { seed: `${seed} ${letter}${at}`, id: `${letter}${at}` }),
  );
  return more.reduce<readonly Step[]>(
    (all, step) => all.toSpliced(random.int(0, all.length), 0, step),
    steps,
  );
}

function createFirst(seed: number): readonly Step[] {
  const random = createRandom(`${seed} story`);
  const theme = random.pick(themes);
  const length = random.int(5, 40);
  const share = random.next() * 0.6;
  return Array.from({ length }, (_, at) => {
    const weights = random.chance(share) ? troubles : random.pick(theme);
    return drawStep(random, weights, { seed: `${seed} ${at}`, id: `s${at}` });
  });
}
