/** How many headers and query parameters a profile can have. */
export const connectionLimits = { headers: 30, query: 20 } as const;
