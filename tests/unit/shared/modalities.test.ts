import { describe, expect, test } from 'vitest';
import { parametersSchema } from '../../../shared/media/parameters-schema';
import {
  mediaModalities,
  modalities,
  modalityIds,
  modalityOfKind,
  type NumberParameter,
  rangeOf,
  slideOf,
} from '../../../shared/modalities/modalities';

const duration = modalities.video.parameters.find(({ id }) => id === 'duration') as NumberParameter;
const naming = (min: number, max: number) => ({ input: [], output: [], duration: { min, max } });

describe('the duration of a video', () => {
  test.each([0.5, 2.5, 7.25, 90, 3_600])('may be %s seconds', (seconds) => {
    expect(parametersSchema(modalities.video).safeParse({ duration: seconds }).success).toBe(true);
  });

  test.each([0, -1, 3_601, Number.NaN, Number.POSITIVE_INFINITY, '5'])('may not be %s', (seconds) => {
    expect(parametersSchema(modalities.video).safeParse({ duration: seconds as number }).success).toBe(false);
  });

  test('is bounded by what the model names, and by the usual slider where it names nothing', () => {
    expect(rangeOf(duration, naming(2.5, 120))).toEqual({ min: 2.5, max: 120 });
    expect(slideOf(duration, naming(2.5, 120))).toEqual({ slideFrom: 2.5, slideTo: 120 });
    expect(rangeOf(duration, null)).toEqual({ min: 0.1, max: 3_600 });
    expect(slideOf(duration, null)).toEqual({ slideFrom: 1, slideTo: 60 });
  });

  test('keeps the app’s bounds where a model names impossible ones', () => {
    expect(rangeOf(duration, naming(-5, 1e9))).toEqual({ min: 0.1, max: 3_600 });
    expect(rangeOf(duration, naming(1e6, 1e9))).toEqual({ min: 0.1, max: 3_600 });
  });
});

test('a seed stays a whole number', () => {
  expect(parametersSchema(modalities.image).safeParse({ seed: 1.5 }).success).toBe(false);
});

test('no two modalities share what they are told apart by', () => {
  const media = mediaModalities.map((id) => modalities[id]);
  const told = [
    modalityIds.map((id) => modalities[id].label),
    modalityIds.map((id) => modalities[id].operation),
    media.map(({ resultFolder }) => resultFolder),
    media.map(({ mediaKind }) => mediaKind),
  ];
  for (const names of told) expect(new Set(names).size).toBe(names.length);
  expect(media.map(({ mediaKind }) => modalityOfKind(mediaKind))).toEqual(mediaModalities);
  expect(modalityOfKind('text')).toBeUndefined();
});
