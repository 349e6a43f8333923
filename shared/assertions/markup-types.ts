/** Assertions about XML and HTML in a reply. */

import { wordOf } from '../text/word-of';
import type { AssertionValue } from './assertion';
import { type AssertionInput, type Found, isRecord, type JudgeType, said } from './found';
import { hasHtml, htmlMistake } from './html';
import { elementsIn, hasPath } from './xml/elements';
import { xmlMistake } from './xml/well-formed';

/** More is not read: a reply of a model is far shorter. */
const mostCharacters = 1_000_000;

export const markupTypes = {
  'is-xml': (asked) => withinBounds(asked, isXml),
  'contains-xml': (asked) => withinBounds(asked, containsXml),
  'is-html': (asked) => withinBounds(asked, isHtml),
  'contains-html': (asked) =>
    withinBounds(asked, ({ reply }) =>
      said(hasHtml(reply.text), 'The reply does not contain HTML.', 'The reply contains HTML.'),
    ),
} satisfies Record<string, JudgeType>;

function withinBounds(asked: AssertionInput, look: JudgeType): Found | string {
  if (asked.reply.text.length > mostCharacters)
    return `The reply has more than ${mostCharacters.toLocaleString('en')} characters, so its markup was not read.`;
  return asked.tools.bounded(() => look(asked)) ?? 'Reading the markup of the reply took too long.';
}

function isXml({ reply, value }: AssertionInput): Found | string {
  const paths = pathsOf(value);
  if (paths === null) return noPaths;
  const mistake = xmlMistake(reply.text);
  if (mistake !== null) return said(false, `The reply is not valid XML: ${mistake}.`, '');
  const [document] = elementsIn(reply.text);
  const missing = paths.filter((path) => document === undefined || !hasPath(document, path));
  const why = `The XML of the reply has no ${missing.join(', ')}.`;
  return said(missing.length === 0, why, 'The reply is valid XML.');
}

function containsXml({ reply, value }: AssertionInput): Found | string {
  const paths = pathsOf(value);
  if (paths === null) return noPaths;
  const elements = elementsIn(reply.text);
  if (elements.length === 0) return said(false, 'The reply contains no XML.', '');
  const holds = elements.some((element) => paths.every((path) => hasPath(element, path)));
  return said(holds, `No XML in the reply has ${paths.join(', ')}.`, 'The reply contains XML.');
}

function isHtml({ reply, tools }: AssertionInput): Found {
  const mistake = htmlMistake(reply.text, tools.readHtml);
  return said(mistake === null, `The reply is not HTML: ${mistake}.`, 'The reply is HTML.');
}

const noPaths = 'The assertion names elements neither as a text nor as a list.';

/** Paths of elements that the XML has to have: `order.item, order.total`, a list, or `{requiredElements: […]}`. */
function pathsOf(value: AssertionValue | undefined): readonly string[] | null {
  if (typeof value === 'string') return value.split(',').map((path) => path.trim());
  if (Array.isArray(value)) return value.map((path: AssertionValue) => wordOf(path));
  if (!isRecord(value) || Object.keys(value).length === 0) return [];
  return Array.isArray(value.requiredElements) ? pathsOf(value.requiredElements) : null;
}
