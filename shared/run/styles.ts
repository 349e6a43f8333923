/** Styles: words that are sent with a prompt. A saved prompt with the tag below can be chosen as one. */

export const styleTag = 'style';

/** Where a style has the prompt. */
const place = '{prompt}';

/** The prompt as it is sent; a request without a prompt stays one. */
export function withStyle(prompt: string, style: unknown): string {
  if (typeof style !== 'string' || style.trim() === '' || prompt.trim() === '') return prompt;
  if (style.includes(place)) return style.replaceAll(place, () => prompt);
  return `${prompt}, ${style}`;
}
