/** A part of an MP3 keeps the title and the cover of the whole, however its tag is written, and nothing about its times. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cutMp3 } from '../../../../renderer/media/edit/mp3-cut';
import { tagOfPart } from '../../../../renderer/media/edit/mp3-tag';
import { runFfmpeg } from '../../../support/ffmpeg';

const ascii = (text: string) => [...Buffer.from(text, 'latin1')];
const sevenBits = (value: number) => [21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f);
const eightBits = (value: number) => [24, 16, 8, 0].map((shift) => (value >> shift) & 0xff);

const frame = (version: 3 | 4, name: string, data: readonly number[], flags = 0) => [
  ...ascii(name),
  ...(version === 3 ? eightBits(data.length) : sevenBits(data.length)),
  ...[0, flags, ...data],
];
const tag = (version: number, flags: number, body: readonly number[]) =>
  Uint8Array.from([...ascii('ID3'), version, 0, flags, ...sevenBits(body.length), ...body]);

const title = [0, ...ascii('Morning')];
const cover = [0, ...ascii('image/jpeg'), 0, 3, 0, 0xff, 0xe0, 1];
const packedCover = [...cover.slice(0, -2), 0, ...cover.slice(-2)];

describe('the tag of a part', () => {
  it('has no padding, length or chapters', () => {
    const body = [
      ...frame(3, 'TIT2', title),
      ...frame(3, 'TLEN', [0, ...ascii('2000')]),
      ...frame(3, 'CHAP', [...ascii('a'), 0, ...Array<number>(16).fill(255)]),
      ...frame(3, 'APIC', cover),
    ];
    const kept = [...frame(3, 'TIT2', title), ...frame(3, 'APIC', cover)];
    expect(tagOfPart(tag(3, 0, [...body, ...Array<number>(50).fill(0)]))).toEqual(tag(3, 0, kept));
  });

  it('is unpacked: the whole of 2.3, and each frame of 2.4', () => {
    const plain = frame(3, 'APIC', cover);
    const packed = [...plain.slice(0, -2), 0, ...plain.slice(-2)];
    expect(tagOfPart(tag(3, 0x80, packed))).toEqual(tag(3, 0, plain));
    expect(tagOfPart(tag(4, 0x80, frame(4, 'APIC', packedCover, 2)))).toEqual(
      tag(4, 0, frame(4, 'APIC', cover)),
    );
  });

  it('begins after an extended head', () => {
    const [old, recent] = [frame(3, 'TIT2', title), frame(4, 'TIT2', title)];
    expect(tagOfPart(tag(3, 0x40, [...eightBits(6), 0, 0, 0, 0, 0, 0, ...old]))).toEqual(tag(3, 0, old));
    expect(tagOfPart(tag(4, 0x40, [...sevenBits(6), 1, 0, ...recent]))).toEqual(tag(4, 0, recent));
  });

  it('is empty where there is none, or where it is cut', () => {
    const whole = tag(3, 0, frame(3, 'TIT2', title));
    for (const bytes of [Uint8Array.of(0xff, 0xfb), whole.subarray(0, -1), tag(2, 0, title)])
      expect(tagOfPart(bytes)).toEqual(new Uint8Array());
  });
});

it('goes in front of the part', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'gatehouse-tag-')), 'whole.mp3');
  runFfmpeg('-f', 'lavfi', '-i', 'sine=d=2', '-metadata', 'title=Morning', '-metadata', 'TLEN=2000', file);
  const part = Buffer.from(cutMp3(readFileSync(file), { start: 0.5, end: 1 })).toString('latin1');
  expect(part.slice(0, 3)).toBe('ID3');
  expect(part).toMatch(/TIT2[^T]*Morning/);
  expect(part).not.toContain('TLEN');
});
