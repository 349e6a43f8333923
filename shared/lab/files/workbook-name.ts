/** Names of workbooks, and of one sheet as promptfoo names it: `cases.xlsx#Second`. */

const pattern = /^(.*\.(?:xlsx|xlsm|ods))(?:#(.+))?$/is;

export const isWorkbookName = (name: string): boolean => pattern.test(name);

/** The name of the file, and that or the number of the sheet where one is named. */
export function partsOfWorkbookName(name: string): {
  readonly file: string;
  readonly sheet: string | number | undefined;
} {
  const [, file = name, sheet] = pattern.exec(name) ?? [];
  return { file, sheet: sheet !== undefined && /^\d+$/.test(sheet) ? Number(sheet) : sheet };
}
