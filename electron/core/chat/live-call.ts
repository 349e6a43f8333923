/** Calls of tools while a reply streams: shown as they come, and stored once they are whole. */
import type { CallDelta } from '../../gateway/types/chat';

/** Where a part of another type came; what it holds is known at the end. */
export interface LivePlace {
  readonly number: number;
  readonly type: 'place';
  readonly place: number;
  /** A call of a tool as far as it has come. */
  call?: LiveCall;
}

export interface LiveCall {
  readonly id: string | null;
  readonly name: string;
  readonly hasTextInput: boolean;
  readonly text: string;
  /** How often its text was replaced instead of continued. */
  readonly rewrites: number;
}

export type CallPlace = LivePlace & { readonly call: LiveCall };

interface AnyPart {
  readonly type: string;
}

const isPlace = <Part extends AnyPart>(part: Part): part is Part & LivePlace => part.type === 'place';

export const isCall = <Part extends AnyPart>(part: Part): part is Part & CallPlace =>
  isPlace(part) && part.call !== undefined;

export function growCall(parts: readonly AnyPart[], { place: at, text, isWhole, ...said }: CallDelta): void {
  const place = parts.filter(isPlace).find((part) => part.place === at);
  if (place === undefined) return;
  const { text: before = '', rewrites = 0 } = place.call ?? {};
  const isRewrite = isWhole === true && before !== '';
  place.call = {
    ...said,
    text: isWhole ? text : before + text,
    rewrites: isRewrite ? rewrites + 1 : rewrites,
  };
}
