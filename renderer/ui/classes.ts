/** Joins class names, leaving out what is not set. */
export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ');
