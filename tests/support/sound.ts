/** Reads sounds, for tests of what is heard. */

export interface Sound {
  readonly samples: Float32Array;
  readonly rate: number;
  readonly seconds: number;
}

/** A WAV file of 16 bits and one channel. */
export function readWav(bytes: Buffer): Sound {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 36, 40) !== 'data') {
    throw new Error('This is no plain WAV file');
  }
  const length = bytes.readUInt32LE(40) / 2;
  const samples = Float32Array.from({ length }, (_, index) => bytes.readInt16LE(44 + index * 2) / 32_768);
  const rate = bytes.readUInt32LE(24);
  return { samples, rate, seconds: length / rate };
}

/** Loudness, 0 to 1. */
export function loudness({ samples }: Sound): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

/** The middle pitch of a voice in hertz, from the stretches that clearly have one. */
export function pitch({ samples, rate }: Sound): number {
  const window = Math.round(rate * 0.04);
  const pitches: number[] = [];
  for (let start = 0; start + window * 2 < samples.length; start += window) {
    const found = pitchAt(samples.subarray(start, start + window * 2), rate);
    if (found !== null) pitches.push(found);
  }
  pitches.sort((one, other) => one - other);
  return pitches[Math.floor(pitches.length / 2)] ?? 0;
}

function pitchAt(part: Float32Array, rate: number): number | null {
  const at = (lag: number): number => {
    let sum = 0;
    for (let index = 0; index + lag < part.length; index += 1)
      sum += (part[index] ?? 0) * (part[index + lag] ?? 0);
    return sum;
  };
  const whole = at(0);
  if (whole / part.length < 0.001) return null;
  let best = 0;
  let bestLag = 0;
  for (let lag = Math.round(rate / 400); lag < rate / 60; lag += 1) {
    const likeness = at(lag);
    if (likeness > best) [best, bestLag] = [likeness, lag];
  }
  return best > whole * 0.5 ? rate / bestLag : null;
}

/** How bright a voice sounds: crossings of zero a second. */
export function brightness({ samples, seconds }: Sound): number {
  let crossings = 0;
  for (let index = 1; index < samples.length; index += 1) {
    if ((samples[index] ?? 0) >= 0 !== (samples[index - 1] ?? 0) >= 0) crossings += 1;
  }
  return crossings / seconds;
}
