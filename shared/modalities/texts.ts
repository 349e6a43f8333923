/** Words beside the prompt. Apart from the modalities' names, which the first screen needs. */
import type { TextParameter } from './modality';

const textCharacters = 4_000;

export const negativePrompt: TextParameter = {
  kind: 'text',
  id: 'negativePrompt',
  // Not by its usual name: “Prompt” is the name of the prompt alone.
  label: 'Leave out',
  wire: 'negative_prompt',
  help: 'What the result should not show, elsewhere “negative prompt”. Not every model takes one.',
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
