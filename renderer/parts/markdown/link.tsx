import { type ComponentProps, isValidElement, type MouseEvent, type ReactNode } from 'react';
import { hostToShow, withoutDirectionMarks } from './link-host';
import { fragmentId, safeAddress } from './safe-address';

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
