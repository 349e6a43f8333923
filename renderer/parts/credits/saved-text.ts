/** What caches saved, in words. */
import type { CacheSaved } from '../../../shared/money/cache-saving';
import { withUnit } from '../../../shared/money/money';
import { counted } from '../../lib/counted';

/** `null` where no request used a cache. */
export function savedText({ unit, calls, saved, unknown }: CacheSaved): string | null {
  const isLoss = saved.startsWith('-');
  const figure = withUnit(isLoss ? saved.slice(1) : saved, unit);
  const requests = counted(calls, 'request');
  const known = isLoss
    ? `Writing to caches cost ${figure} more than reading saved, in ${requests}`
    : `Caches saved ${figure} in ${requests}`;
  const open = `unknown for ${counted(unknown, 'request')}, whose prices aren’t listed or were deleted`;
  if (calls === 0) return unknown === 0 ? null : `What caches saved is ${open}`;
  return unknown === 0 ? known : `${known}; ${open}`;
}
