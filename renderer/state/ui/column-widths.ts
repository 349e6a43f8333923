/** Side columns of one tab. */
export interface Columns {
  readonly historyOpen: boolean;
  readonly historyWidth: number;
  readonly sideOpen: boolean;
  readonly sideWidth: number;
}

export const defaultColumns: Columns = {
  historyOpen: true,
  historyWidth: 236,
  sideOpen: true,
  sideWidth: 316,
};
