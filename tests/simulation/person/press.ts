/** A press of the person in one window or in two, while the app may end: it is meant once. */
import type { Run } from '../run-state';
import type { Random } from '../world/random';
import type { Answered } from './answered';
import { describe } from './call';

export async function press(
  run: Run,
  random: Random,
  send: () => Promise<Answered<unknown>>,
): Promise<string> {
  const { life, isHealed } = run.world;
  // A step may take longer than the person waits for it, until nothing goes wrong any more.
  const isKilled = life !== null && random.chance(0.25) && !isHealed;
  if (isKilled) life.diesAt = life.operations + random.int(1, 60);
  const isTwice = random.chance(0.4);
  const answers = await Promise.all([send(), isTwice ? send() : null]);
  const said = answers.map((one) => (one === null ? '' : describe(one))).join(' ');
  return `${isTwice ? 'twice at once ' : ''}${isKilled ? 'as the app ends ' : ''}(${said.trim()})`;
}
