/** Headers or query parameters without those whose value is a secret. */
export function openOnes(
  values: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !secrets.includes(value)));
}
