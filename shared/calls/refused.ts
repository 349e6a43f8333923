/** Refusals for now: nothing was done or charged, and the same request may be taken a moment later. */

/** A rate limit or an overload; 529 is Anthropic's 503, which others pass on. */
export const isRefusedStatus = (statusCode: number): boolean =>
  statusCode === 429 || statusCode === 503 || statusCode === 529;

/** A request that is larger than a limit allows at once is refused for ever. */
export const mayFitLater = ({ errorCode }: { readonly errorCode: string }): boolean =>
  errorCode !== 'payload_too_large';
