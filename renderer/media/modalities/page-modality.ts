import type { LucideIcon } from 'lucide-react';
import type { ParameterValues } from '../../../shared/modalities/modalities';

export interface Example {
  readonly text: string;
  readonly parameters: ParameterValues;
}

/** How a kind of media looks and speaks on the page. */
export interface PageModality {
  readonly icon: LucideIcon;
  /** Of the empty prompt. */
  readonly placeholder: string;
  /** In the empty field of extra parameters. */
  readonly extraExample: string;
  /** Its results are looked at: a running job keeps room for one. */
  readonly isPicture: boolean;
  /** Its results are listed one below the other, with their texts. */
  readonly isList: boolean;
  /** What it costs depends on the length of its text, which is counted beside it. */
  readonly isByLength: boolean;
  /** Things to try with any model of the kind; what it does not offer is left out when they are sent. */
  readonly examples: readonly Example[];
}
