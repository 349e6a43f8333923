/** Walks through the XML of a document by rules for its elements. */
import type { PageWriter } from './page-writer';
import { xmlEvents } from './xml-events';

/** What is written for the elements of a format; text counts inside some of them alone. */
export interface Rules {
  readonly texts: readonly string[];
  /** Nothing inside these counts: another form of what is beside them, or no text of the document. */
  readonly skipped?: readonly string[];
  /** Nothing inside an element counts of which this is true. */
  readonly isHidden?: (name: string, attributes: string) => boolean;
  readonly open?: Readonly<Record<string, (attributes: string) => void>>;
  readonly close?: Readonly<Record<string, () => void>>;
}

export function follow(
  xml: string,
  writer: Pick<PageWriter, 'isFull' | 'cut'>,
  rules: Rules,
  say: (text: string) => void,
): void {
  const place = createPlace(rules);
  for (const event of xmlEvents(xml)) {
    if (writer.isFull()) return void writer.cut();
    if (event.kind === 'text') {
      if (place.isText()) say(event.text);
      continue;
    }
    const isOpen = event.kind === 'open';
    const rule = ownRule<(attributes: string) => void>(isOpen ? rules.open : rules.close, event.name);
    if (place.pass(event.name, event.attributes, isOpen ? 1 : -1)) rule?.(event.attributes);
  }
}

/** Inside of which elements the walk is. */
function createPlace({ texts, skipped = [], isHidden }: Rules) {
  let [depth, ignored, hidden] = [0, 0, 0];
  const isInHidden = (name: string, attributes: string, by: 1 | -1): boolean => {
    if (hidden === 0 && (by < 0 || isHidden?.(name, attributes) !== true)) return false;
    hidden += by;
    return true;
  };
  return {
    isText: () => depth > 0 && ignored === 0 && hidden === 0,
    /** @returns whether what is written for this element counts */
    pass(name: string, attributes: string, by: 1 | -1): boolean {
      if (isInHidden(name, attributes, by)) return false;
      if (skipped.includes(name)) ignored = Math.max(0, ignored + by);
      if (ignored > 0) return false;
      if (texts.includes(name)) depth = Math.max(0, depth + by);
      return true;
    },
  };
}

/** Names come from the document: those of every object are none. */
const ownRule = <Rule>(rules: Readonly<Record<string, Rule>> | undefined, name: string): Rule | undefined =>
  rules !== undefined && Object.hasOwn(rules, name) ? rules[name] : undefined;
