/** What the styles of a Word document say of its text: that it is hidden, and that it belongs to a list. */
import { follow } from '../follow';
import { attributeOf } from '../xml-events';

interface Style {
  basedOn: string;
  isHidden: boolean;
  numId: string;
  level: string;
}

export interface WordStyles {
  isHidden(style: string): boolean;
  /** The list and the level that a paragraph of this style is in; `''` where it says none. */
  listOf(style: string): { readonly numId: string; readonly level: string };
}

/** A style is based on another one, and that on the next. */
const MOST_BASES = 20;
const MOST_STYLES = 20_000;

export const valOf = (attributes: string): string => attributeOf(attributes, 'val') ?? '';

/** An element without a value says yes. */
export const isOn = (attributes: string): boolean => !/^(?:0|false|off)$/i.test(valOf(attributes));

export function wordStyles(xml: string): WordStyles {
  const styles = readStyles(xml);
  const chain = (style: string): readonly Style[] => {
    const found: Style[] = [];
    for (let one = styles.get(style); one !== undefined; one = styles.get(one.basedOn)) {
      found.push(one);
      if (found.length >= MOST_BASES) break;
    }
    return found;
  };
  return {
    isHidden: (style) => style !== '' && chain(style).some(({ isHidden }) => isHidden),
    listOf(style) {
      const own = style === '' ? undefined : chain(style).find(({ numId }) => numId !== '');
      return { numId: own?.numId ?? '', level: own?.level ?? '' };
    },
  };
}

function readStyles(xml: string): ReadonlyMap<string, Style> {
  const styles = new Map<string, Style>();
  let style: Style | null = null;
  const own = (change: (style: Style, attributes: string) => void) => (attributes: string) => {
    if (style !== null) change(style, attributes);
  };
  const open = {
    style: (attributes: string) => {
      style = { basedOn: '', isHidden: false, numId: '', level: '' };
      styles.set(attributeOf(attributes, 'styleId') ?? '', style);
    },
    basedOn: own((one, attributes) => {
      one.basedOn = valOf(attributes);
    }),
    vanish: own((one, attributes) => {
      one.isHidden = isOn(attributes);
    }),
    numId: own((one, attributes) => {
      one.numId = valOf(attributes);
    }),
    ilvl: own((one, attributes) => {
      one.level = valOf(attributes);
    }),
  };
  const close = {
    style: () => {
      style = null;
    },
  };
  const bounds = { isFull: () => styles.size > MOST_STYLES, cut: () => undefined };
  follow(xml, bounds, { texts: [], open, close }, () => undefined);
  return styles;
}
