import type { Capabilities } from '../../../shared/models';

/**
 * The shared capabilities of several models, so that one set of settings offers what works for all. Where they share
 * none, the capabilities of any of them are offered; a model that lacks a chosen value keeps its default.
 *
 * @returns `null` where one of them states none, since then anything may work
 */
export function commonCapabilities(all: readonly (Capabilities | null)[]): Capabilities | null {
  const known = all.filter((one) => one !== null);
  const [first] = known;
  if (first === undefined || known.length < all.length) return null;
  const words = (name: 'voices' | 'sizes' | 'resolutions') => {
    const lists = known.flatMap((one) => one[name] ?? []).filter(unique);
    const common = lists.filter((word) => known.every((one) => one[name]?.includes(word)));
    return common.length > 0 ? common : lists.length > 0 ? lists : undefined;
  };
  return {
    ...first,
    voices: words('voices'),
    sizes: words('sizes'),
    resolutions: words('resolutions'),
    duration: commonRange(known.flatMap(({ duration }) => duration ?? [])),
  };
}

function commonRange(ranges: readonly { min: number; max: number }[]) {
  if (ranges.length === 0) return undefined;
  const min = Math.max(...ranges.map((range) => range.min));
  const max = Math.min(...ranges.map((range) => range.max));
  if (min <= max) return { min, max };
  return { min: Math.min(...ranges.map((one) => one.min)), max: Math.max(...ranges.map((one) => one.max)) };
}

const unique = (word: string, index: number, all: readonly string[]) => all.indexOf(word) === index;
