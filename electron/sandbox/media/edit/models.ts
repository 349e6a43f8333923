/** Models that make a picture from pictures, with their prices. */

/** How the pixels of the result come about. */
export type EditKind = 'retouch' | 'relight' | 'extend' | 'upscale' | 'cutout' | 'collage';

export interface EditModel {
  readonly kind: 'edit';
  readonly id: string;
  readonly description: string;
  readonly edit: EditKind;
  /** Whole microcredits for one picture that is made. */
  readonly micros: number;
  /** Whole microcredits for each picture that is given: image, mask and references alike. */
  readonly microsPerInput: number;
  /** What it takes, as the catalogue names it. */
  readonly inputs: readonly string[];
}

const edit = (kind: EditKind, credits: number, description: string, inputs: readonly string[] = ['image']) =>
  ({
    kind: 'edit',
    id: `sandbox/${kind}`,
    description,
    edit: kind,
    micros: credits * 1_000_000,
    microsPerInput: 500_000,
    inputs,
  }) as const;

export const editModels: readonly EditModel[] = [
  edit(
    'retouch',
    3,
    'Paints the scene of the prompt into a picture: only where the mask is transparent, to the pixel.',
    ['image', 'mask'],
  ),
  edit('relight', 2, 'Gives a picture the light of the hour that the prompt names.'),
  edit('extend', 3, 'Continues a picture by a quarter on each side; what was there stays as it is.'),
  edit('upscale', 2, 'Doubles the width and height of a picture.'),
  edit('cutout', 1, 'Removes the background of a picture: what looks like its edges becomes transparent.'),
  edit('collage', 3, 'Joins up to eight reference pictures in the scene of the prompt.', ['reference']),
];
