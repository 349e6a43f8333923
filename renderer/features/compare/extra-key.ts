/** Where "extra parameters" of a column are kept as they are typed. */
export const extraKey = (columnId: string): string => `compare:${columnId}`;
