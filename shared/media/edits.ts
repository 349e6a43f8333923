/** Light editing: a new file made from results on this computer, free, with what it was made from and how. */

/** Stands for the model of a file that was edited here. */
export const EDITED_HERE = 'gatehouse/edit';

export const editOperations = ['trim', 'convert', 'still', 'contactSheet', 'gif', 'adjust', 'join'] as const;
export type EditOperation = (typeof editOperations)[number];

/** A file goes to the core in pieces of this many bytes. */
export const editPieceBytes = 4 * 1024 * 1024;
