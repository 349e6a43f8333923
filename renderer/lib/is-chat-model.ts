import type { Model } from '../../shared/models';

/** Whether a model can hold a chat; unknown capabilities are given the benefit of the doubt. */
export function isChatModel({ capabilities }: Model): boolean {
  return capabilities === null || capabilities.output.length === 0 || capabilities.output.includes('text');
}
