/**
 * The path of the media thread's program: beside the entry that starts the gateway, with the same extension.
 * @param entryUrl `import.meta.url` of a built entry
 */
export function mediaEntryBeside(entryUrl: string): URL {
  const ending = /\.[a-z]+$/.exec(entryUrl)?.[0] ?? '.js';
  return new URL(`./sandbox-media${ending}`, entryUrl);
}
