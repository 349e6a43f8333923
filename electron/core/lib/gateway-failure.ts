import type { GatewayFailure } from '../../gateway/types/call';

/** Whether an error is what a call of the client throws, and so says what the gateway answered. */
export function isGatewayFailure(error: unknown): error is GatewayFailure {
  return error instanceof Error && 'errorCode' in error && 'outcomeUnknown' in error;
}
