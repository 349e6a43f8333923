/** What a reply is expected to be: as files say it, and as the columns `__expected…` of a table do (`cells.ts`). */
import type { AssertionType } from './types';

export type AssertionValue =
  | string
  | number
  | boolean
  | null
  | readonly AssertionValue[]
  | { readonly [name: string]: AssertionValue };

/** What counts for an assertion and for a set of them. */
interface Weighed {
  /** `null` where none is named. */
  readonly threshold: number | null;
  /** 1 where absent. One of 0 is shown, and decides nothing. */
  readonly weight?: number;
  /** Names the score under which it is summed up; may hold variables. */
  readonly metric?: string;
}

export interface Assertion extends Weighed {
  readonly type: AssertionType;
  /** `not-…`: holds where the type does not. */
  readonly isNot: boolean;
  /** As in the file, with its variables; absent where none is given. */
  readonly value?: AssertionValue;
  /** JavaScript that changes the answer before it is judged, one after the other (`transform.ts`). */
  readonly transforms?: readonly string[];
  /** Variables that are JSON: code gets them as data. */
  readonly data?: readonly string[];
  /** The model that judges it, for those that a model judges; absent where the experiment names one. */
  readonly model?: string;
}

/** One that is known by name, and not judged here. */
export interface NotJudged extends Partial<Weighed> {
  readonly name: string;
}

/** Several that count as one. */
export interface AssertionSet extends Weighed {
  readonly set: readonly (Assertion | NotJudged)[];
}

export type Expectation = Assertion | NotJudged | AssertionSet;

/** All of them, also those of sets. */
export const eachOf = ({ assertions }: Pick<Expected, 'assertions'>): readonly (Assertion | NotJudged)[] =>
  assertions.flatMap((one) => ('set' in one ? one.set : [one]));

/** As files write it. */
export const nameOf = (one: Assertion | NotJudged): string =>
  'name' in one ? one.name : `${one.isNot ? 'not-' : ''}${one.type}`;

/** What is expected of one reply: its assertions, and the score from which they pass together. */
export interface Expected {
  readonly assertions: readonly Expectation[];
  readonly threshold: number | null;
}
