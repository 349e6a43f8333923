import { FileSpreadsheet } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { csvText } from '../../../shared/lab/csv';
import { classes } from '../../ui/classes';
import { CopyButton } from '../../ui/copy-button';

/** Wide tables scroll on their own and never widen the page; a table can be copied as markdown or CSV. */
export function Table({ children, dir }: ComponentProps<'table'>) {
  const table = useRef<HTMLTableElement>(null);
  const cells = () =>
    [...(table.current?.rows ?? [])].map((row) => [...row.cells].map((cell) => cell.textContent ?? ''));
  return (
    <figure className={classes('group/table relative w-fit max-w-full', dir === 'rtl' && 'ml-auto')}>
      {/* A group, not a region: a chat may hold many tables, and each region has to have another name. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups what one fills in. */}
      <div
        role="group"
        aria-label="Table"
        className="max-w-full overflow-x-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
        tabIndex={0}
      >
        <table ref={table} dir={dir}>
          {children}
        </table>
      </div>
      <figcaption className="absolute top-[3px] right-[3px] flex rounded-control border border-line bg-raised opacity-0 focus-within:opacity-100 group-hover/table:opacity-100">
        <CopyButton label="Copy table as markdown" text={() => tableAsMarkdown(cells())} />
        <CopyButton icon={FileSpreadsheet} label="Copy table as CSV" text={() => tableAsCsv(cells())} />
      </figcaption>
    </figure>
  );
}

/** Rows of cells, the first row the headings. */
type Cells = readonly (readonly string[])[];

export function tableAsMarkdown(rows: Cells): string {
  const lines = rows.map((row) => `| ${row.map(escapeCell).join(' | ')} |`);
  const [head = '', ...body] = lines;
  const rule = `|${(rows[0] ?? []).map(() => ' --- |').join('')}`;
  return [head, rule, ...body].join('\n');
}

const escapeCell = (cell: string) =>
  cell
    .trim()
    .replace(/[\\|]/g, '\\$&')
    .replace(/(?<!\s)\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks));

/** Without the last line break: it is copied into other texts. */
export const tableAsCsv = (rows: Cells): string =>
  csvText(rows.map((row) => row.map((cell) => cell.trim()))).replace(/\r\n$/, '');
