/**
 * Puts an identifier into a path. Model ids hold slashes (`vendor/model`), which stay slashes; a `.` or `..` segment
 * would leave the path when the address is normalized, so an id holding one is sent with its slashes escaped.
 * An ARN is one name with its slash (docs.aws.amazon.com/bedrock, GetAsyncInvoke).
 * Returns `null` for an id no path can hold (`''`, `'.'`, `'..'`, half a surrogate pair).
 */
export function fillPath(template: string, id: string): string | null {
  if (id === '' || id === '.' || id === '..' || !id.isWellFormed()) return null;
  const segments = id.split('/');
  const isSafe = segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  const encoded =
    isSafe && !id.startsWith('arn:') ? segments.map(encodeURIComponent).join('/') : encodeURIComponent(id);
  return template.replace('{id}', () => encoded);
}
