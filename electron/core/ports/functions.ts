/** JavaScript that a person wrote to answer calls of a tool. It runs apart from the app, which may end it at any time. */

/** What a function returned, as the text of a result; or why it did not. */
export type FunctionEnd = { readonly content: string } | { readonly error: string };

/**
 * @param source the body of a function of `args`
 * @param argumentsText JSON
 * @param signal ends it, also before its turn has come
 */
export type RunFunction = (
  source: string,
  argumentsText: string,
  signal?: AbortSignal,
) => Promise<FunctionEnd>;
