/** How a reply fits the format that was asked for, and how that is said. */

/** Why a reply as a whole does not fit, where it is no JSON. */
export const notJson = 'is not valid JSON';

/** A place of a reply that does not follow the schema. */
export interface Misfit {
  /** JSON Pointer of the value, or of where it should be; empty for the whole reply. */
  readonly pointer: string;
  /** After the place: `is missing`, `must be a number, is a string`. */
  readonly why: string;
}

export type ReplyFit =
  | { readonly isJson: false }
  | { readonly isJson: true; readonly value: unknown; readonly misfit: Misfit | null };

export type CheckReply = (text: string) => ReplyFit;

/** As the validator writes it. */
export const encodeStep = (name: string): string =>
  encodeURI(name.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('#', '%23');

/** The names and positions of a pointer. */
export const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));

/** `sights[2].name`, as a person reads it; `The reply` for the whole. */
export function placeText({ pointer }: Pick<Misfit, 'pointer'>): string {
  if (pointer === '') return 'The reply';
  return stepsOf(pointer).reduce(
    (text, step) => (/^\d+$/.test(step) ? `${text}[${step}]` : `${text}${text === '' ? '' : '.'}${step}`),
    '',
  );
}

/**
 * The next message to a model whose reply does not fit.
 * @param hasSchema whether it was asked for more than JSON
 */
export function mendText(misfit: Misfit | null, hasSchema = true): string {
  const ask = `Reply again with the whole JSON alone${hasSchema ? ', so that it follows the schema' : ''}.`;
  if (misfit === null) return `Your reply is not valid JSON. ${ask}`;
  return `Your reply does not follow the schema: ${placeText(misfit)} ${misfit.why}. ${ask}`;
}
