/** Marks of the lists of an OpenDocument: numbers as its styles count them, or bullets. */
import { listNumber } from '../list-numbers';
import { attributeOf } from '../xml-events';
import type { ListLevel, OpenDocumentStyles } from './open-document-styles';

const MOST_DEPTH = 10;
const bullet: ListLevel = { format: '', before: '', behind: '', start: 1, shown: 1 };

export function openDocumentLists(lists: OpenDocumentStyles['lists']) {
  /** Of each open list its style, which those inside it share, and how it goes on. */
  const open: { readonly style: string; count: number | null }[] = [];
  /** Where the last list of a style ended. */
  const ended = new Map<string, number>();
  const levelOf = (style: string, depth: number): ListLevel => lists.get(style)?.get(depth) ?? bullet;
  const markOf = (): string => {
    const depth = open.length;
    const { style = '' } = open.at(-1) ?? {};
    const level = levelOf(style, depth);
    if (level.format === '') return `${'  '.repeat(Math.min(MOST_DEPTH, depth) - 1)}• `;
    const from = Math.max(1, depth - level.shown + 1);
    const numbers = open
      .slice(from - 1, Math.min(depth, MOST_DEPTH))
      .map(({ count }, at) => listNumber(count ?? 1, levelOf(style, from + at).format || '1'));
    return `${level.before}${numbers.join('.')}${level.behind} `;
  };
  return {
    begin(attributes: string): void {
      const style = attributeOf(attributes, 'style-name') ?? open.at(-1)?.style ?? '';
      const isGoingOn =
        attributeOf(attributes, 'continue-numbering') === 'true' ||
        attributeOf(attributes, 'continue-list') !== null;
      open.push({ style, count: isGoingOn ? (ended.get(`${open.length} ${style}`) ?? null) : null });
    },
    end(): void {
      const list = open.pop();
      if (list !== undefined && ended.size < 10_000 && list.count !== null)
        ended.set(`${open.length} ${list.style}`, list.count);
    },
    /** @returns the mark of an item, which stands before its first text */
    item(attributes: string): string {
      const list = open.at(-1);
      if (list === undefined) return '';
      const stated = attributeOf(attributes, 'start-value');
      const next = list.count === null ? levelOf(list.style, open.length).start : list.count + 1;
      list.count = stated === null ? next : Number(stated) || 1;
      return markOf();
    },
  };
}
