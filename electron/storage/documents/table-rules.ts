import type { PageWriter } from './page-writer';

/** Cells of a table are separated by tabs, rows by lines; what ends a line elsewhere is a blank in a cell. */
export function tableRules(say: PageWriter['write']) {
  let cells = 0;
  const endLine = () => say(cells > 0 ? ' ' : '\n');
  const enter = () => {
    cells += 1;
  };
  const leave = () => {
    cells = Math.max(0, cells - 1);
    say('\t');
  };
  return { endLine, open: { tc: enter }, close: { p: endLine, tc: leave, tr: () => say('\n') } };
}
