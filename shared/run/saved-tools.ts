/** The library of tools: copies that any chat, column or preset can take; changing one changes no chat. */

/** A tool is the same where its origin, its name and the schema of its arguments are. */
export interface ToolKey {
  /** Where it comes from; empty for a tool that was defined here. */
  readonly server: string;
  readonly name: string;
  /** SHA-256 of the schema in hexadecimal, whatever the order of its fields. */
  readonly schemaHash: string;
}

/** A saved tool in a list. */
export interface SavedTool extends ToolKey {
  /** Its beginning; empty where there is none. */
  readonly description: string;
  /** The names of the arguments, as one text. */
  readonly argumentNames: string;
  /** Whether a default result, saved results or rules are kept with it. */
  readonly hasAnswers: boolean;
}

export const savedToolLimits = { tools: 500, serverCharacters: 300, excerptCharacters: 200 } as const;
