/** Numbers of the lists of a Word document, which only a program counts: the file says how (ECMA-376, part 1, 17.9). */
import { follow } from '../follow';
import { listNumber } from '../list-numbers';
import { attributeOf } from '../xml-events';
import { valOf } from './word-styles';

interface Level {
  start: number;
  format: string;
  /** `%1.%2`: the numbers of these levels. */
  text: string;
  /** Paragraphs of this style are in this level. */
  style: string;
  isPlain: boolean;
  behind: string;
}

interface List {
  readonly abstract: string;
  /** Where a level begins again. */
  readonly starts: Map<number, number>;
}

interface Numbering {
  readonly levels: Map<string, Map<number, Level>>;
  readonly lists: Map<string, List>;
}

/** The mark of a paragraph's first line, with what follows it; `''` where it has none. */
export type ListMarks = (numId: string, level: string, style: string) => string;

const MOST_LEVEL = 8;
const MOST_LISTS = 20_000;

export function wordLists(xml: string): ListMarks {
  const { levels, lists } = readNumbering(xml);
  const counts = new Map<string, number[]>();
  const begun = new Set<string>();
  return (numId, written, style) => {
    const list = lists.get(numId);
    const own = list && levels.get(list.abstract);
    if (list === undefined || own === undefined) return '';
    const at = Math.min(MOST_LEVEL, levelOf(own, written, style));
    const level = own.get(at);
    if (level === undefined || level.format === 'none') return '';
    const numbers = counts.get(list.abstract) ?? [];
    counts.set(list.abstract, numbers);
    const isFirst = !begun.has(`${numId}/${at}`);
    begun.add(`${numId}/${at}`);
    const again = isFirst ? list.starts.get(at) : undefined;
    numbers[at] = again ?? (numbers[at] === undefined ? level.start : (numbers[at] ?? 0) + 1);
    numbers.length = at + 1;
    return markOf(own, at, numbers);
  };
}

function levelOf(levels: ReadonlyMap<number, Level>, written: string, style: string): number {
  if (written !== '') return Math.max(0, Number(written) || 0);
  const named = [...levels].find(([, level]) => style !== '' && level.style === style);
  return named?.[0] ?? 0;
}

function markOf(levels: ReadonlyMap<number, Level>, at: number, numbers: readonly number[]): string {
  const level = levels.get(at);
  if (level === undefined) return '';
  if (level.format === 'bullet') return `${'  '.repeat(at)}• `;
  const text = level.text.replace(/%([1-9])/g, (_, digit: string) => {
    const other = levels.get(Number(digit) - 1);
    const number = numbers[Number(digit) - 1] ?? other?.start ?? 1;
    return listNumber(number, level.isPlain ? 'decimal' : (other?.format ?? 'decimal'));
  });
  return text === '' ? '' : `${text}${level.behind === 'nothing' ? '' : ' '}`;
}

function readNumbering(xml: string): Numbering {
  const numbering: Numbering = { levels: new Map(), lists: new Map() };
  let [abstract, numId, at] = ['', '', 0];
  const level = () => numbering.levels.get(abstract)?.get(at);
  const set = (change: (level: Level, attributes: string) => void) => (attributes: string) => {
    const own = level();
    // A list may say its levels once more: only where they begin is taken of it.
    if (own !== undefined && numId === '') change(own, attributes);
  };
  const begins = (attributes: string) =>
    void numbering.lists.get(numId)?.starts.set(at, Number(valOf(attributes)) || 0);
  const open = {
    abstractNum: (attributes: string) => {
      abstract = attributeOf(attributes, 'abstractNumId') ?? '';
      numbering.levels.set(abstract, new Map());
    },
    lvl: (attributes: string) => {
      at = Number(attributeOf(attributes, 'ilvl')) || 0;
      if (numId === '')
        numbering.levels
          .get(abstract)
          ?.set(at, { start: 1, format: 'decimal', text: '', style: '', isPlain: false, behind: 'tab' });
    },
    start: set((own, attributes) => {
      own.start = Number(valOf(attributes)) || 0;
    }),
    numFmt: set((own, attributes) => {
      own.format = valOf(attributes);
    }),
    lvlText: set((own, attributes) => {
      own.text = valOf(attributes);
    }),
    pStyle: set((own, attributes) => {
      own.style = valOf(attributes);
    }),
    suff: set((own, attributes) => {
      own.behind = valOf(attributes);
    }),
    isLgl: set((own) => {
      own.isPlain = true;
    }),
    num: (attributes: string) => {
      numId = attributeOf(attributes, 'numId') ?? '';
    },
    abstractNumId: (attributes: string) =>
      void numbering.lists.set(numId, { abstract: valOf(attributes), starts: new Map() }),
    lvlOverride: (attributes: string) => {
      at = Number(attributeOf(attributes, 'ilvl')) || 0;
    },
    startOverride: begins,
  };
  const close = {
    num: () => {
      numId = '';
    },
  };
  const bounds = {
    isFull: () => numbering.lists.size + numbering.levels.size > MOST_LISTS,
    cut: () => undefined,
  };
  follow(xml, bounds, { texts: [], open, close }, () => undefined);
  return numbering;
}
