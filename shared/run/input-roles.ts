/** The roles that files have in a request for media. */
export const inputRoles = [
  'image',
  'mask',
  'reference',
  'firstFrame',
  'lastFrame',
  'video',
  'sound',
  'source',
] as const;
export type InputRole = (typeof inputRoles)[number];
