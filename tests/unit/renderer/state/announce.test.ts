import { beforeEach, expect, test } from 'vitest';
import { announce, announceError, settleSaid, useSaid } from '../../../../renderer/state/announce';

beforeEach(settleSaid);

const said = () => {
  const { polite, assertive } = useSaid.getState();
  return [polite.text, assertive.text];
};

test('what is said before the live region was drawn is said with what follows', () => {
  announce('Column A: response complete');
  announce('Column B: response complete');
  announceError('No credits');
  expect(said()).toEqual(['Column A: response complete. Column B: response complete', 'No credits']);
});

test('what was drawn is not said again', () => {
  announce('Generating');
  settleSaid();
  announce('Response complete');
  expect(said()[0]).toBe('Response complete');
});

test('the same text twice is two announcements', () => {
  announce('Copied');
  settleSaid();
  const { turn } = useSaid.getState().polite;
  announce('Copied');
  expect(useSaid.getState().polite).toMatchObject({ text: 'Copied', turn: turn + 1 });
});
