/** Brings samples from one rate to another, by a windowed sinc; half-way tones neither fold back nor hiss. */

/** Samples looked at on either side. */
const REACH = 12;

export function changeRate(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const step = from / to;
  // Going down, everything above the new half-rate must be left out.
  const cutoff = Math.min(1, to / from);
  const output = new Float32Array(Math.floor(samples.length / step));
  for (let index = 0; index < output.length; index += 1) {
    output[index] = sampleAt(samples, index * step, cutoff);
  }
  return output;
}

function sampleAt(samples: Float32Array, position: number, cutoff: number): number {
  const middle = Math.floor(position);
  let sum = 0;
  let weights = 0;
  for (
    let at = Math.max(0, middle - REACH + 1);
    at <= Math.min(samples.length - 1, middle + REACH);
    at += 1
  ) {
    const weight = windowedSinc(at - position, cutoff);
    sum += weight * (samples[at] ?? 0);
    weights += weight;
  }
  return weights === 0 ? 0 : sum / weights;
}

function windowedSinc(distance: number, cutoff: number): number {
  const angle = Math.PI * distance * cutoff;
  const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
  return sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / REACH));
}
