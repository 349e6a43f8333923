/** The few distributions that the tests need. */

/**
 * P(|T| ≤ t) of Student's t with whole degrees of freedom: the finite sums of Abramowitz & Stegun 26.7.3 and 26.7.4
 * (Handbook of Mathematical Functions, 1964).
 */
function studentWithin(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let at = isOdd ? 2 : 1; at <= degrees - 3; at += 2) {
    term *= (at / (at + 1)) * cosine * cosine;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

/** The t that so much of the distribution lies within, such as 2.776 for 95 % and 4 degrees of freedom. */
export function studentQuantile(within: number, degrees: number): number {
  let [low, high] = [0, 1];
  while (studentWithin(high, degrees) < within) high *= 2;
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    if (studentWithin(middle, degrees) < within) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** 95 % of a normal distribution lie within so many standard deviations. */
export const normal95 = 1.959963984540054;

/** P(|Z| > z) of a normal distribution, to 1.5e-7 (Abramowitz & Stegun 7.1.26). */
export function normalBeyond(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const terms = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429];
  const sum = terms.reduceRight((total, term) => (total + term) * t, 0);
  return Math.min(1, sum * Math.exp(-x * x));
}

/** P of so many or fewer heads in throws of a fair coin. */
export function coinAtMost(heads: number, throws: number): number {
  let [term, sum] = [-throws * Math.LN2, 0];
  for (let at = 0; at <= heads; at += 1) {
    sum += Math.exp(term);
    term += Math.log((throws - at) / (at + 1));
  }
  return Math.min(1, sum);
}
