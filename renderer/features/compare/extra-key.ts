/** The key of a column's "extra parameters" as they are typed. */
export const extraKey = (columnId: string): string => `compare:${columnId}`;
