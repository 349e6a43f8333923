/** What a piece of code is to its reader: each role has a colour of its own in the page's style. */
export const roles = ['comment', 'keyword', 'string', 'number', 'name'] as const;
export type Role = (typeof roles)[number];

export interface Token {
  readonly content: string;
  /** `null` for plain text. */
  readonly role: Role | null;
}
export type Line = readonly Token[];

/** The mark by which the highlighter tells a role, in the only terms it has. */
export const roleColour = (role: Role): string => `#${roles.indexOf(role) + 1}00000`;
