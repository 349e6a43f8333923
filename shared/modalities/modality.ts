/** What a modality is: a record of facts, from which forms, checks and request bodies follow. */
export const mediaModalities = ['image', 'speech', 'video'] as const;
/** What is generated as a file, by a job. */
export type MediaModality = (typeof mediaModalities)[number];

export const modalityIds = ['chat', ...mediaModalities] as const;
/** What a model generates: the replies of a chat, or media. */
export type ModalityId = (typeof modalityIds)[number];

export type MediaKind = 'image' | 'audio' | 'video';

interface ParameterBase {
  readonly id: string;
  readonly label: string;
  /** Name of the field in the request body. */
  readonly wire: string;
  /** One short sentence for the form. */
  readonly help: string;
}

/**
 * One of a few values; the model's capabilities name them, otherwise `options`, and anything of the right form is
 * accepted.
 */
export interface ChoiceParameter extends ParameterBase {
  readonly kind: 'choice';
  readonly capability?: 'sizes' | 'voices' | 'resolutions' | 'ratios';
  readonly options: readonly string[];
  readonly pattern: RegExp;
  /** Extra parameters may set the field as well, as they could before it was in the form. */
  readonly isAlsoExtra?: true;
}

export interface NumberParameter extends ParameterBase {
  readonly kind: 'number';
  readonly capability?: 'duration' | NamedSetting;
  readonly min: number;
  readonly max: number;
  /** Of the slider; a whole number means that only whole numbers are accepted. */
  readonly step: number;
  readonly unit?: string;
  /** The part of a wide range that the slider covers, unless the model names its own. */
  readonly slide?: { readonly from: number; readonly to: number };
  /** Shown only where the model or the person says that it is taken: most models refuse it. */
  readonly isNamed?: true;
  /** Sent only with an input of this role. */
  readonly onlyWith?: 'image';
  /** Extra parameters may set the field as well, as they could before it was in the form. */
  readonly isAlsoExtra?: true;
}

/** Settings that a form shows only where the model takes them. */
export const namedSettings = ['strength', 'guidance', 'frameRate'] as const;
export type NamedSetting = (typeof namedSettings)[number];

/** Words beside the prompt. */
export interface TextParameter extends Omit<ParameterBase, 'wire'> {
  readonly kind: 'text';
  /** Name of the field in the request body; `null` for what becomes part of the prompt. */
  readonly wire: string | null;
  readonly maxCharacters: number;
  readonly placeholder: string;
  /** Extra parameters may set the field as well, as they could before it was in the form. */
  readonly isAlsoExtra?: true;
}

export type Parameter = ChoiceParameter | NumberParameter | TextParameter;
export type ParameterValues = Readonly<Record<string, string | number>>;

/** What is known of a chat as of every modality. */
export interface ChatModality {
  readonly id: 'chat';
  readonly label: string;
  /** The specification's name of the operation. */
  readonly operation: string;
  /** The label of the text field. */
  readonly text: { readonly label: string };
  /** On the button that sends it. */
  readonly sendLabel: string;
}

/** A kind of media. */
export interface Modality {
  readonly id: MediaModality;
  readonly label: string;
  readonly mediaKind: MediaKind;
  /** The specification's name of the operation. */
  readonly operation: string;
  /** The operation as the client and code snippets name it. */
  readonly codeOperation: 'images' | 'speech' | 'videos';
  /** Where its results go, below the folder that is set. */
  readonly resultFolder: string;
  /** Words of a remote job's record and endings of its files that tell that it is one; the first modality that fits counts. */
  readonly remoteWords: RegExp;
  /** On the button that sends it. */
  readonly sendLabel: string;
  /** The label of the text field, and its field in the request body. */
  readonly text: { readonly label: string; readonly wire: string; readonly maxCharacters: number };
  /** The gateway accepts a request without a model or a text, and then chooses them itself. */
  readonly isOptional?: boolean;
  readonly parameters: readonly Parameter[];
}
