/** A format that is too old, or too rare, to be read. */
export class OldFormat extends Error {}
