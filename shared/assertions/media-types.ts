/** Assertions about the files of a reply: all of them have to hold. Their names are ours. */

import { wordOf } from '../text/word-of';
import { type AssertionInput, type Found, inRange, type JudgedFile, type JudgeType, said } from './found';

export const mediaTypes = {
  width: (asked) => figureOf(asked, ({ width }) => width, 'width', 'pixels wide'),
  height: (asked) => figureOf(asked, ({ height }) => height, 'height', 'pixels high'),
  duration: (asked) =>
    figureOf(
      asked,
      ({ durationMs }) => (durationMs === null ? null : durationMs / 1_000),
      'duration',
      'seconds',
    ),
  'file-size': (asked) => figureOf(asked, ({ bytes }) => bytes, 'size', 'bytes'),
  format(asked) {
    const { value } = asked;
    const wanted = (Array.isArray(value) ? value : wordOf(value ?? '').split(',')).map((one) =>
      wordOf(one).trim().toLowerCase(),
    );
    return each(asked, ({ contentType }) => {
      const [, short = ''] = contentType.split('/');
      const names = [contentType, short, short === 'jpeg' ? 'jpg' : '', short === 'mpeg' ? 'mp3' : ''];
      const what = `The file is ${contentType}`;
      return said(
        names.some((name) => name !== '' && wanted.includes(name)),
        `${what}, not ${wanted.join(' or ')}.`,
        `${what}.`,
      );
    });
  },
  'has-alpha': (asked) =>
    each(asked, ({ hasAlpha }) => {
      if (hasAlpha === null)
        return 'Whether the image has transparency is not known: the lab reads it from PNG, JPEG, WebP and BMP.';
      return said(hasAlpha, 'The image has no transparency.', 'The image has transparency.');
    }),
  'is-silent': (asked) =>
    each(asked, ({ silence }) => {
      if (silence === null) return 'How much of the sound is silent is not known: the lab reads it from WAV.';
      const what = `${Math.round(silence * 100)} % of the sound is silent.`;
      return said(silence >= (asked.threshold ?? 0.95), what, what);
    }),
} satisfies Record<string, JudgeType>;

type OfFile = (file: JudgedFile) => Found | string;

function figureOf(
  asked: AssertionInput,
  of: (file: JudgedFile) => number | null,
  name: string,
  unit: string,
): Found | string {
  const { value } = asked;
  if (value === undefined) return 'The assertion has no number and no range.';
  return each(asked, (file) => {
    const figure = of(file);
    if (figure === null) return `The ${name} of the file is not known.`;
    return inRange(figure, value, `The file has ${figure} ${unit}`);
  });
}

/** All files have to fit, or with `not-` no file may: the one that decides says why. */
function each({ isNot, reply: { files = [] } }: AssertionInput, of: OfFile): Found | string {
  const none = 'The reply has no file.';
  if (files.length === 0) return { holds: false, why: none, whyNot: none, failsAnyway: true };
  const found = files.map(of);
  const known = found.filter((one) => typeof one !== 'string');
  const decides = known.find(({ holds }) => holds === isNot);
  return decides ?? found.find((one) => typeof one === 'string') ?? known[0] ?? none;
}
