import type { Model } from '../../shared/models/models';

/** Whether a model can chat; where its capabilities are unknown, the answer is yes. */
export function isChatModel({ capabilities }: Model): boolean {
  return capabilities === null || capabilities.output.length === 0 || capabilities.output.includes('text');
}
