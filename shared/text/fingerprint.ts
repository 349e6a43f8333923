/** FNV-1a, twice 32 bits, in letters and digits: no proof, but two schemas of one chat do not meet. */
export function fingerprint(text: string): string {
  let [one, other] = [2_166_136_261, 40_389];
  for (let index = 0; index < text.length; index += 1) {
    one = Math.imul(one ^ text.charCodeAt(index), 16_777_619);
    other = Math.imul(other ^ text.charCodeAt(index), 2_246_822_519) ^ (one >>> 15);
  }
  return [one, other].map((half) => (half >>> 0).toString(36)).join('x');
}
