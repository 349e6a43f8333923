/** Notebooks of Jupyter (nbformat 3 and 4): their texts, their code, and what it printed. */
import { imageMark } from './html/html-writer';
import type { PageWriter } from './page-writer';

interface Output {
  readonly text?: unknown;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly traceback?: unknown;
  readonly ename?: unknown;
  readonly evalue?: unknown;
}

interface Cell {
  readonly cell_type?: unknown;
  readonly source?: unknown;
  /** In the third version of the format. */
  readonly input?: unknown;
  readonly outputs?: unknown;
}

interface Notebook {
  readonly language: string;
  readonly cells: readonly Cell[];
}

/** `null` for any other text. */
export function notebookCells(text: string): Notebook | null {
  if (!/^\s*\{/.test(text.slice(0, 1_000)) || !text.includes('"nbformat"')) return null;
  try {
    const book = JSON.parse(text);
    const cells: unknown = book.cells ?? book.worksheets?.[0]?.cells;
    if (typeof book.nbformat !== 'number' || !Array.isArray(cells)) return null;
    const { language_info, kernelspec } = book.metadata ?? {};
    const language = language_info?.name ?? kernelspec?.language;
    return {
      language: typeof language === 'string' ? language : 'python',
      cells: cells.filter((cell) => typeof cell === 'object' && cell !== null),
    };
  } catch {
    return null;
  }
}

export function writeNotebook({ language, cells }: Notebook, writer: PageWriter): void {
  for (const cell of cells) {
    if (writer.isFull()) return void writer.cut();
    const source = linesOf(cell.source ?? cell.input).trimEnd();
    const isCode = cell.cell_type === 'code';
    if (source !== '') writer.write(isCode ? fenced(source, language) : `${source}\n\n`);
    const outputs =
      isCode && Array.isArray(cell.outputs) ? cell.outputs.map(outputText).join('').trimEnd() : '';
    if (outputs !== '') writer.write(`Output:\n${fenced(outputs, '')}`);
  }
}

/** A fence is longer than any in what it holds. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/^`{3,}/gm) ?? []).slice(0, 1_000).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}\n\n`;
}

/** Texts are lists of lines, each with its end. */
function linesOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : '';
}

/** Colors of a terminal. */
const COLORS = new RegExp(`${String.fromCharCode(0x1b)}\\[[\\d;]{0,20}m`, 'g');

function outputText(output: Output | null): string {
  const { text, data, traceback } = output ?? {};
  if (traceback !== undefined)
    return `${(Array.isArray(traceback) ? traceback.join('\n') : '').replace(COLORS, '')}\n`;
  const said = linesOf(data?.['text/plain'] ?? text).replace(COLORS, '');
  const drawn = Object.keys(data ?? {}).some((type) => type.startsWith('image/'));
  if (drawn) return `${imageMark(said || 'an output of this cell')}\n`;
  return said === '' || said.endsWith('\n') ? said : `${said}\n`;
}
