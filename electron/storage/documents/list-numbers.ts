/** Numbers of lists as documents show them. */

/** How a level of a list counts, by the names of Office Open XML and of OpenDocument. */
export function listNumber(value: number, format: string): string {
  if (format === 'lowerLetter' || format === 'a') return lettersOf(value).toLowerCase();
  if (format === 'upperLetter' || format === 'A') return lettersOf(value);
  if (format === 'lowerRoman' || format === 'i') return romanOf(value).toLowerCase();
  if (format === 'upperRoman' || format === 'I') return romanOf(value);
  return format === 'decimalZero' && value < 10 ? `0${value}` : String(value);
}

/** After Z come AA, BB and so on. */
function lettersOf(value: number): string {
  if (value < 1 || value > 26 * 20) return String(value);
  return String.fromCharCode(65 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));
}

const romans: readonly (readonly [number, string])[] = [
  ...([
    [1_000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
  ] as const),
  ...([
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as const),
];

function romanOf(value: number): string {
  if (value < 1 || value > 3_999) return String(value);
  let [left, text] = [value, ''];
  for (const [size, sign] of romans) for (; left >= size; left -= size) text += sign;
  return text;
}
