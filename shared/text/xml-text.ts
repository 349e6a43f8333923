/** Text as XML and HTML can have it. */

/** Control characters and halves of surrogate pairs, which XML 1.0 can't have. */
const unwritable =
  /[^\t\n\r\u0020-\uFFFD]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

export const xml = (text: string): string =>
  text
    .replace(unwritable, '\uFFFD')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
