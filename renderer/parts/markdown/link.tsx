import { type ComponentProps, isValidElement, type MouseEvent, type ReactNode } from 'react';

/**
 * A link to the web or a mail address; every other link stays text. Its title always shows its target, and where its
 * text suggests another one, the target is also visible beside it.
 */
export function Link({ href, children, id, ...rest }: ComponentProps<'a'>) {
  const address = safeAddress(href);
  if (address === null) return <span>{children}</span>;
  if (address.startsWith('#')) {
    return (
      <a href={address} id={id} aria-label={rest['aria-label']} onClick={goInside}>
        {children}
      </a>
    );
  }
  const host = hostToShow(address, textOf(children));
  return (
    <>
      <a href={address} target="_blank" rel="noopener noreferrer" title={address}>
        {typeof children === 'string' ? withoutDirectionMarks(children) : children}
      </a>
      {host !== null && <span className="text-warn"> ({host})</span>}
    </>
  );
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(textOf).join('');
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : '';
}

/** Footnotes: the page's address holds the open conversation, so it must not change. */
function goInside(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const id = fragmentId(event.currentTarget.hash);
  const target = event.currentTarget
    .closest('.markdown')
    ?.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"]`);
  if (target == null) return;
  target.scrollIntoView({ block: 'nearest' });
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Characters that are not seen: direction marks, zero-width letters, soft hyphens, variation selectors, fillers. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Removes the characters that change the text direction, with which one name can look like another. */
const withoutDirectionMarks = (text: string): string => text.replace(directionMarks, '');

/**
 * The host that a link should show beside its text; `null` where the text is not misleading.
 *
 * @param address normalized, with letters of other alphabets written as `xn--…`
 * @param text the link's text
 */
export function hostToShow(address: string, text: string): string | null {
  const url = new URL(address);
  if (url.protocol === 'mailto:') return null;
  const hides = url.hostname.includes('xn--') || url.username !== '' || directionMarksIn(text);
  const misleads = promisedHosts(text).some((promised) => !isSameSite(promised, url.hostname));
  return hides || misleads ? url.host : null;
}

const directionMarksIn = (text: string) => withoutDirectionMarks(text) !== text;

/** A text may be whole pages; a host is not looked for in the depth of one. */
const mostCharacters = 2_000;
/** Dots of other scripts, which address bars and readers take for one (UTS 46). */
const dots = /[\u3002\uff0e\uff61\u2024\u2219\u00b7\u0701\u0702]/gu;
const inName = '\\p{L}\\p{N}\\p{M}';
/** Wherever a name begins, and whatever quotes, brackets or signs are around it. */
const name = new RegExp(
  `(?:[${inName}](?:[${inName}_-]*[${inName}])?\\.)+(?:\\p{L}[${inName}-]*[${inName}])`,
  'giu',
);
/** Of four numbers, which is an address too. */
const numbers = /(?<![\p{L}\p{N}.])\d{1,3}(?:\.\d{1,3}){3}(?![\p{L}\p{N}.])/gu;

/** Every host that the text, as it is read, appears to name. */
function promisedHosts(text: string): readonly string[] {
  const read = text.slice(0, mostCharacters).replace(unseen, '').normalize('NFKC').replace(dots, '.');
  return [...read.matchAll(name), ...read.matchAll(numbers)].map(([found]) => hostOf(found));
}

const hostOf = (found: string): string =>
  URL.canParse(`https://${found}`) ? new URL(`https://${found}`).hostname : found.toLowerCase();

const bare = (host: string) => host.replace(/^www\./, '').replace(/\.$/, '');
const isSameSite = (one: string, other: string) =>
  bare(one) === bare(other) || bare(other).endsWith(`.${bare(one)}`);

const allowed = new Set(['http:', 'https:', 'mailto:']);

/**
 * An address that a model may link to, normalized (lookalike letters become `xn--…`); `null` for every other scheme and
 * for addresses relative to the app. A fragment inside the reply (`#…`) stays as it is.
 */
export function safeAddress(address: string | undefined): string | null {
  if (address === undefined) return null;
  if (address.startsWith('#')) return address;
  try {
    const url = new URL(address);
    return allowed.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** The id that a fragment names; where its escapes are broken, it names no more than it says. */
export function fragmentId(hash: string): string {
  const text = hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
