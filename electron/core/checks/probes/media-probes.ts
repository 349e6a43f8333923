/** Probes of models that generate images, speech or video. */
import type { SeenFile, SeenReply } from '../seen';
import {
  type Ask,
  type Body,
  Decided,
  fails,
  figure,
  type Probe,
  replyTo,
  requireSent,
  type Subject,
  unclear,
  works,
} from './probe';

const image = (step: string, more: Body): Ask => ({
  step,
  operation: 'images',
  body: { prompt: 'A red circle', ...more },
});

/** The smallest that the catalog names, or one that nearly every model knows. */
function sizeOf({ record }: Subject): string {
  const area = (size: string) => size.split('x').reduce((product, side) => product * Number(side), 1);
  const known = (record?.capabilities?.sizes ?? []).filter((size) => /^\d+x\d+$/.test(size));
  return known.toSorted((one, other) => area(one) - area(other))[0] ?? '1024x1024';
}

/** @throws Decided where none could be fetched */
function onlyFile({ files }: SeenReply): SeenFile {
  const [file] = files;
  if (file === undefined) throw new Decided(unclear('The answer has no file that could be read.'));
  return file;
}

const imageSize: Probe = {
  id: 'imageSize',
  asks: (subject) => [image('size', { size: sizeOf(subject) })],
  async run(ask, subject) {
    const size = sizeOf(subject);
    const { width, height } = onlyFile(await replyTo(ask, 'size', `the size ${size}`));
    if (width === undefined || height === undefined) return unclear('The size of the image can’t be read.');
    const came = `${width}x${height}`;
    return came === size
      ? works(`${size} was asked for and came.`)
      : fails(`${size} was asked for, and ${came} came.`);
  },
};

const imageFormat: Probe = {
  id: 'imageFormat',
  asks: (subject) => [image('jpeg', { size: sizeOf(subject), output_format: 'jpeg' })],
  async run(ask) {
    const seen = await replyTo(ask, 'jpeg', 'the format JPEG');
    requireSent(seen, 'output_format', 'choice of the format');
    const { type } = onlyFile(seen);
    return type === 'jpeg'
      ? works('JPEG was asked for and came.')
      : fails(`JPEG was asked for, and ${type} came.`);
  },
};

const imageTransparency: Probe = {
  id: 'imageTransparency',
  asks: (subject) => [
    image('clear', { size: sizeOf(subject), background: 'transparent', output_format: 'png' }),
  ],
  async run(ask) {
    const { hasAlpha, isCornerClear } = onlyFile(await replyTo(ask, 'clear', 'a transparent background'));
    if (isCornerClear === true) return works('The corner of the image is transparent.');
    if (hasAlpha === false || isCornerClear === false)
      return fails('The background of the image is not transparent.');
    return unclear('Whether the image is transparent can’t be read.');
  },
};

const speech = (step: string, more: Body): Ask => ({
  step,
  operation: 'speech',
  body: { input: 'Ready.', ...more },
});

const voicesOf = ({ record }: Subject): readonly [string, string] => {
  const [one = 'alloy', other = 'nova'] = record?.capabilities?.voices ?? [];
  return [one, other];
};

const speechVoices: Probe = {
  id: 'speechVoices',
  asks: (subject) => {
    const [one, other] = voicesOf(subject);
    return [
      speech('one', { voice: one }),
      speech('again', { voice: one }),
      speech('other', { voice: other }),
    ];
  },
  async run(ask, subject) {
    const [one, other] = voicesOf(subject);
    if (one === other) return unclear('The catalog names one voice only.');
    const first = onlyFile(await replyTo(ask, 'one', `the voice ${one}`));
    const again = onlyFile(await replyTo(ask, 'again'));
    const second = onlyFile(await replyTo(ask, 'other', `the voice ${other}`));
    const isSame = (file: SeenFile) => file.fingerprint === first.fingerprint && file.bytes === first.bytes;
    if (isSame(second)) return fails(`The voices ${one} and ${other} give the same sound.`);
    return isSame(again)
      ? works(`The voices ${one} and ${other} give two sounds, and one voice the same twice.`)
      : unclear(
          'Both voices were spoken; one voice sounds different each time, so nothing tells them apart here.',
        );
  },
};

const speechFormats: Probe = {
  id: 'speechFormats',
  asks: (subject) =>
    ['wav', 'mp3'].map((format) => speech(format, { voice: voicesOf(subject)[0], response_format: format })),
  async run(ask) {
    const wrong: string[] = [];
    for (const format of ['wav', 'mp3']) {
      const seen = await replyTo(ask, format, `the format ${format}`);
      requireSent(seen, 'response_format', 'choice of the format');
      const { type } = onlyFile(seen);
      if (type !== format) wrong.push(`${format} was asked for, and ${type} came`);
    }
    return wrong.length === 0 ? works('WAV and MP3 were asked for and came.') : fails(`${wrong.join('; ')}.`);
  },
};

const videoOffer: Probe = {
  id: 'videoOffer',
  isFree: true,
  asks: () => [],
  async run(_ask, { record }) {
    const { duration, resolutions = [] } = record?.capabilities ?? {};
    const figures = [
      ...(duration === undefined ? [] : [figure('Durations', `${duration.min}–${duration.max}`, 's')]),
      ...(resolutions.length === 0 ? [] : [figure('Resolutions', resolutions.join(', '))]),
    ];
    return unclear(
      figures.length === 0
        ? 'The catalog names no durations or resolutions. A video is never generated for a check.'
        : 'This is what the catalog offers. A video is never generated for a check.',
      figures,
    );
  },
};

export const mediaProbes: readonly Probe[] = [
  imageSize,
  imageFormat,
  imageTransparency,
  speechVoices,
  speechFormats,
  videoOffer,
];
