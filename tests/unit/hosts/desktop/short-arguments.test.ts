import { describe, expect, test } from 'vitest';
import { readLink } from '../../../../electron/core/opening/opening';
import { openTargets, shortArguments } from '../../../../electron/hosts/desktop/start-arguments';

const long = (letters: number) => `gatehouse://prompt?text=${'x'.repeat(letters)}`;

describe('what a start passes on to the app that runs', () => {
  test('is the command line as it is, where that is short', () => {
    expect(
      shortArguments(['--no-sandbox', '/src/app', '--quick-ask', long(7_000), 'a.gatehouse']),
    ).toBeNull();
    expect(shortArguments([])).toBeNull();
  });

  test.each([9_000, 40_000, 110_000])('of a link of %i letters only that it was too long', (letters) => {
    const kept = shortArguments(['/src/app', '--', long(letters)]) ?? [];
    expect(kept).toEqual(['/src/app', '--', 'gatehouse://too-long']);
    expect(readLink(kept.at(-1) ?? '')).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('too long'),
    });
    expect(openTargets([long(letters)], '/')).toEqual([{ kind: 'link', url: 'gatehouse://too-long' }]);
  });

  test('counts bytes, and all arguments together', () => {
    expect(shortArguments([`GATEHOUSE:${'ä'.repeat(6_000)}`])).toEqual(['gatehouse://too-long']);
    const many = Array.from({ length: 200 }, (_, at) => `/folder/${at}/${'n'.repeat(90)}.gatehouse`);
    const kept = shortArguments(many) ?? many;
    expect(kept.join(' ').length).toBeLessThan(10_000);
    expect(openTargets(many, '/')).toHaveLength(5);
    expect(shortArguments(['x'.repeat(50_000), 'a.gatehouse'])).toEqual(['a.gatehouse']);
  });
});
