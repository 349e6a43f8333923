/** Boards: named collections of results. A result can be on several; deleting a board deletes none. */
export const boardLimits = { boards: 500, nameCharacters: 100, results: 10_000 } as const;

export interface Board {
  readonly id: string;
  readonly name: string;
  /** Of its results that are in the library; those in the trash come back to it. */
  readonly count: number;
}

/** What a page of a board says beside its results. */
export interface BoardPageOptions {
  /** Model, prompt and settings of each result. */
  readonly withOrigins: boolean;
  readonly withCosts: boolean;
}
