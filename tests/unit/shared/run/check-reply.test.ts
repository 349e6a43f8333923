import { expect, test } from 'vitest';
import { replyChecker } from '../../../../shared/run/check-reply';
import { mendText, placeText } from '../../../../shared/run/reply-fit';

const schema = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    'a/b~c #%': { type: ['integer', 'null'] },
    sights: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    },
    kind: { enum: ['port', 'capital'] },
    size: { type: 'number', minimum: 1 },
  },
  required: ['city'],
  additionalProperties: false,
};

const misfitOf = (value: unknown) => {
  const fit = replyChecker(schema)(JSON.stringify(value));
  return fit.isJson ? fit.misfit : 'not JSON';
};

test.each([
  [{}, 'city', 'is missing'],
  [{ city: 7 }, 'city', 'must be string, is number'],
  [{ city: 'x', 'a/b~c #%': 'y' }, 'a/b~c #%', 'must be integer or null, is string'],
  [{ city: 'x', sights: [{ name: 'y' }, {}] }, 'sights[1].name', 'is missing'],
  [{ city: 'x', more: 1 }, 'more', 'is not in the schema'],
  [[], 'The reply', 'must be object, is array'],
])('%j: the place and why', (value, place, why) => {
  const misfit = misfitOf(value);
  if (misfit === null || misfit === 'not JSON') throw new Error('fits');
  expect([placeText(misfit), misfit.why]).toEqual([place, why]);
  expect(mendText(misfit)).toContain(`${place} ${why}`);
});

test.each([
  [{ city: 'x', kind: 'x' }, 'kind'],
  [{ city: 'x', size: 0 }, 'size'],
])('%j does not follow a keyword, which is named', (value, place) => {
  const misfit = misfitOf(value);
  if (misfit === null || misfit === 'not JSON') throw new Error('fits');
  expect(placeText(misfit)).toBe(place);
  expect(misfit.why).toMatch(/^does not follow “(enum|minimum)”: /);
});

test('what fits, what is no JSON, and JSON without a schema', () => {
  expect(misfitOf({ city: 'x', sights: [], size: 2 })).toBeNull();
  expect(replyChecker(schema)('{"city":"x"} Done')).toEqual({ isJson: false });
  expect(replyChecker(null)('[1]')).toEqual({ isJson: true, value: [1], misfit: null });
  expect(mendText(null)).toContain('not valid JSON');
  expect(mendText(null, false)).toBe('Your reply is not valid JSON. Reply again with the whole JSON alone.');
});

test('the failing place is found behind a megabyte', () => {
  const items = Array.from({ length: 9_000 }, (_, at) => ({ name: `harbor lantern ${at}`.padEnd(90, '.') }));
  items[8_999] = {} as { name: string };
  const text = JSON.stringify({ city: 'x', sights: items });
  expect(text.length).toBeGreaterThan(900_000);
  expect(replyChecker(schema)(text)).toMatchObject({ misfit: { pointer: '/sights/8999/name' } });
});
