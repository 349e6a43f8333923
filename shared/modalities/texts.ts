/** Words beside the prompt. Apart from the modalities' names, which the first screen needs. */
import type { TextParameter } from './modality';

const textCharacters = 4_000;

export const negativePrompt: TextParameter = {
  kind: 'text',
  id: 'negativePrompt',
  label: 'Negative prompt',
  wire: 'negative_prompt',
  help: 'What to leave out. Not every model takes one.',
  maxCharacters: textCharacters,
  placeholder: 'people, text, blur',
  isAlsoExtra: true,
};

export const style: TextParameter = {
  kind: 'text',
  id: 'style',
  label: 'Style',
  wire: null,
  help: 'Sent with the prompt, which takes the place of {prompt}, or stands before it.',
  maxCharacters: textCharacters,
  placeholder: 'a watercolor of {prompt}, soft light',
};

export const instructions: TextParameter = {
  kind: 'text',
  id: 'instructions',
  label: 'Instructions',
  wire: 'instructions',
  help: 'How the text is spoken. Not every model takes them.',
  maxCharacters: textCharacters,
  placeholder: 'Speak slowly and warmly',
  isAlsoExtra: true,
};
