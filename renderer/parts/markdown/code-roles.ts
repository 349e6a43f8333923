/** The syntax roles of code: each has its own color in the page's style. */
export const roles = ['comment', 'keyword', 'string', 'number', 'name'] as const;
export type Role = (typeof roles)[number];

export interface Token {
  readonly content: string;
  /** `null` for plain text. */
  readonly role: Role | null;
}
export type Line = readonly Token[];

/** The color by which the highlighter marks a role, since it knows only colors. */
export const roleColor = (role: Role): string => `#${roles.indexOf(role) + 1}00000`;
