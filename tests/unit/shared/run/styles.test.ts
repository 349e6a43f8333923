import { expect, test } from 'vitest';
import { withStyle } from '../../../../shared/run/styles';

test.each([
  ['a boat', undefined, 'a boat'],
  ['a boat', ' ', 'a boat'],
  ['a boat', 'a watercolor of {prompt}, soft light', 'a watercolor of a boat, soft light'],
  ['a boat', 'watercolor', 'a boat, watercolor'],
  // Signs that mean something to a replacement stay what they are.
  ['$& and $1', '{prompt} | {prompt}', '$& and $1 | $& and $1'],
  // A request without a prompt stays one: the gateway chooses.
  ['', 'a watercolor of {prompt}', ''],
])('“%s” with the style “%s” is sent as “%s”', (prompt, style, sent) => {
  expect(withStyle(prompt, style)).toBe(sent);
});
