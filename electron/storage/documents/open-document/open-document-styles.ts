/** What the styles of an OpenDocument say of its text: what is hidden, and how its lists count. */
import { follow } from '../follow';
import { attributeOf } from '../xml-events';

export interface ListLevel {
  /** `''` for bullets. */
  readonly format: string;
  readonly before: string;
  readonly behind: string;
  readonly start: number;
  /** Of how many levels the number is made. */
  readonly shown: number;
}

export interface OpenDocumentStyles {
  /** Names of styles of which no text is seen. */
  readonly hidden: ReadonlySet<string>;
  /** Names of styles of slides that are not shown. */
  readonly unshown: ReadonlySet<string>;
  readonly lists: ReadonlyMap<string, ReadonlyMap<number, ListLevel>>;
}

const MOST_STYLES = 50_000;

/** @param parts those that hold styles */
export function openDocumentStyles(parts: readonly string[]): OpenDocumentStyles {
  const hidden = new Set<string>();
  const unshown = new Set<string>();
  const lists = new Map<string, Map<number, ListLevel>>();
  let [style, list, count] = ['', '', 0];
  const named = (attributes: string) => attributeOf(attributes, 'name') ?? '';
  const level = (isNumber: boolean) => (attributes: string) => {
    const number = (name: string) => Number(attributeOf(attributes, name) ?? 1) || 1;
    lists.get(list)?.set(number('level'), {
      format: isNumber ? (attributeOf(attributes, 'num-format') ?? '') : '',
      before: attributeOf(attributes, 'num-prefix') ?? '',
      behind: attributeOf(attributes, 'num-suffix') ?? '',
      start: number('start-value'),
      shown: number('display-levels'),
    });
  };
  const open = {
    style: (attributes: string) => {
      count += 1;
      style = named(attributes);
    },
    'text-properties': (attributes: string) => {
      if (attributeOf(attributes, 'display') === 'none') hidden.add(style);
    },
    'table-properties': (attributes: string) => {
      if (attributeOf(attributes, 'display') === 'false') unshown.add(style);
    },
    'drawing-page-properties': (attributes: string) => {
      if (attributeOf(attributes, 'visibility') === 'hidden') unshown.add(style);
    },
    'list-style': (attributes: string) => {
      count += 1;
      list = named(attributes);
      lists.set(list, new Map());
    },
    'list-level-style-number': level(true),
    'list-level-style-bullet': level(false),
    'list-level-style-image': level(false),
  };
  const bounds = { isFull: () => count > MOST_STYLES, cut: () => undefined };
  for (const part of parts) follow(part, bounds, { texts: [], skipped: ['body'], open }, () => undefined);
  return { hidden, unshown, lists };
}
