/** What a message that was written as JSON has beside what its parts show. */

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param frame the part of the type `fields`
 * @returns `null` where a role and what is shown are all there is
 */
export function frameFields(frame: unknown): unknown {
  const { messages, gaps } = isRecord(frame) ? frame : {};
  const places = Array.isArray(gaps) ? gaps.map((gap) => JSON.stringify(gap)) : [];
  const isShown = (...path: readonly (string | number)[]) => places.includes(JSON.stringify(path));
  const more = (Array.isArray(messages) ? messages : []).flatMap((message, at) => {
    const own = Object.entries(isRecord(message) ? message : {}).filter(([name, value]) => {
      if (name === 'role' && typeof value === 'string' && usualRoles.includes(value)) return false;
      return !isShown(at, name) && !isShownList(value, at, name, isShown);
    });
    return own.length === 0 ? [] : [Object.fromEntries(own)];
  });
  return more.length > 1 ? more : (more[0] ?? null);
}

const usualRoles: readonly string[] = ['system', 'developer', 'user', 'assistant', 'tool'];

/** Every entry of a list is a gap, or a text that is one. */
function isShownList(
  value: unknown,
  at: number,
  name: string,
  isShown: (...path: readonly (string | number)[]) => boolean,
): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((entry, index) => {
    if (isShown(at, name, index)) return true;
    const isText = isRecord(entry) && Object.keys(entry).length === 2 && entry.type === 'text';
    return isText && isShown(at, name, index, 'text');
  });
}
