/** `120 MB`, `0.4 MB`; zero is `0 MB`. */
export function megabytes(bytes: number): string {
  const size = bytes / 1_048_576;
  const shown = size >= 10 ? Math.round(size) : Math.ceil(size * 10) / 10;
  return `${shown.toLocaleString('en')} MB`;
}
