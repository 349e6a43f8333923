/** How a prompt becomes an image: recognized words and line breaks. */
import { createCanvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrasting, lightness, mix, shade } from '../../electron/sandbox/media/art/color';
import { isDrawable } from '../../electron/sandbox/media/art/fonts';
import { readScene } from '../../electron/sandbox/media/art/scene';
import { fitLines, printable } from '../../electron/sandbox/media/poster/typeset';

describe('a prompt', () => {
  it.each([
    ['a sailing boat at sunset', { place: 'sea', hour: 'dusk', subjects: ['boat'] }],
    ['Tokyo in the rain at midnight', { place: 'city', hour: 'night', weather: 'rain' }],
    ['northern lights over mountains', { place: 'mountains', hour: 'night' }],
    [
      'a cottage in a meadow, early morning mist',
      { place: 'fields', hour: 'dawn', weather: 'mist', subjects: ['cabin'] },
    ],
    ['Frozen lake with penguins', { place: 'winter' }],
    ['an astronaut on Mars', { place: 'space', hour: 'night', subjects: ['rocket'] }],
    ['pyramids at noon', { place: 'desert', hour: 'day' }],
    ['a dragon breathing fire over lava', { weather: 'embers' }],
    ['fireflies in an enchanted forest at night', { place: 'forest', weather: 'fireflies' }],
    ['cherry blossom in spring', { weather: 'petals' }],
  ])('is searched for what it names: %s', (prompt, expected) => {
    for (const seed of [1, 2, 3]) expect(readScene(prompt, seed)).toMatchObject(expected);
  });

  it('is matched by whole words', () => {
    // "season" is not a sea, "start" not a star, "carpet" not a car.
    const places = new Set(
      Array.from({ length: 40 }, (_, seed) => readScene('season start carpet', seed).place),
    );
    expect(places.size).toBeGreaterThan(3);
  });

  it('that names a color is painted in it', () => {
    const blueness = (color: string) =>
      Number.parseInt(color.slice(5), 16) - Number.parseInt(color.slice(1, 3), 16);
    const [plain, red, blue] = ['sea at dusk', 'red sea at dusk', 'blue sea at dusk'].map((prompt) => {
      const colors = Array.from({ length: 12 }, (_, seed) => readScene(prompt, seed).palette.sky[2]);
      return colors.reduce((sum, color) => sum + blueness(color), 0) / colors.length;
    });
    expect(red).toBeLessThan(plain ?? 0);
    expect(blue).toBeGreaterThan(plain ?? 0);
  });

  it('that names nothing gives a new scene for each seed, and the same for the same seed', () => {
    const scenes = Array.from({ length: 30 }, (_, seed) => readScene('hm', seed));
    expect(new Set(scenes.map(({ place }) => place)).size).toBeGreaterThan(4);
    expect(readScene('hm', 7)).toEqual(scenes[7]);
  });
});

describe('lettering', () => {
  const context = createCanvas(10, 10).getContext('2d');
  const space = { width: 600, height: 300 };

  it('fits any text into its space without losing a word', () => {
    const texts = fc.oneof(
      fc.lorem({ maxCount: 30 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
    );
    fc.assert(
      fc.property(texts, (given) => {
        const text = printable(given);
        const { lines, size, lineHeight } = fitLines(context, text, space, 800);
        const squeezed = (value: string) => value.replaceAll(' ', '');
        expect(squeezed(lines.join(''))).toBe(squeezed(text));
        for (const line of lines)
          expect(context.measureText(line).width).toBeLessThanOrEqual(space.width + size);
        expect(lines.length * lineHeight).toBeLessThanOrEqual(space.height + lineHeight);
      }),
      { numRuns: 150 },
    );
  });

  it('is larger the shorter the text', () => {
    const sizes = [
      'Hi',
      'A short title',
      'A title that is quite a bit longer than the others are, really',
    ].map((text) => fitLines(context, text, space, 800).size);
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
    expect(sizes[0]).toBeGreaterThan((sizes[2] ?? 0) * 2);
  });

  it('breaks a word only if it fits no line', () => {
    expect(fitLines(context, 'Internationalisation', space, 800).lines).toEqual(['Internationalisation']);
    const long = 'abcdefghij'.repeat(20);
    const { lines } = fitLines(context, long, space, 800);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toBe(long);
  });

  it('shows a circle for characters no font has, and European letters unchanged', () => {
    expect(printable('Żółć Ωμέγα Привет Việt')).toBe('Żółć Ωμέγα Привет Việt');
    expect(isDrawable('\u{10fff0}')).toBe(false);
    expect(printable('a\u{10fff0}b')).toBe('a●b');
    expect(printable(' a\n\tb\u0000\u202e c ')).toBe('a b c');
    expect(printable('x'.repeat(500))).toMatch(/^x{239}…$/);
  });
});

describe('colors', () => {
  it('mix from one to the other, and lighten and darken', () => {
    expect(mix('#204060', '#ff8800', 0)).toBe('#204060');
    expect(mix('#204060', '#ff8800', 1)).toBe('#ff8800');
    expect(shade('#204060', 1)).toBe('#ffffff');
    expect(shade('#204060', -1)).toBe('#000000');
    expect(lightness(mix('#000000', '#ffffff', 0.5))).toBeCloseTo(0.5, 1);
    expect(contrasting('#101020', '#ffffff', '#223355')).toBe('#ffffff');
  });
});
