import { ImageIcon } from 'lucide-react';
import { Children, type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import { Link, safeAddress } from './link';

/** Added to a heading's level, so that the first level of a reply is the third of the page. */
export const HeadingShift = createContext(0);

type Tag = 'h3' | 'h4' | 'h5' | 'h6';

function headingOf(level: number) {
  return function Heading({ children, dir }: ComponentProps<'h3'>) {
    const shifted = Math.min(6, Math.max(3, level + useContext(HeadingShift)));
    const Name = `h${shifted}` as Tag;
    // A heading whose text has not arrived yet would be an empty heading to a screen reader.
    if (isEmpty(children)) return null;
    return (
      <Name data-level={level} dir={dir}>
        {children}
      </Name>
    );
  };
}

const isEmpty = (children: ReactNode): boolean => Children.toArray(children).every((child) => child === '');

export const headings = {
  h1: headingOf(1),
  h2: headingOf(2),
  h3: headingOf(3),
  h4: headingOf(4),
  h5: headingOf(5),
  h6: headingOf(6),
};

/** Images are not loaded: no request leaves the page without a click. */
export function Image({ src, alt }: ComponentProps<'img'>) {
  const address = safeAddress(typeof src === 'string' ? src : undefined);
  const name = alt === undefined || alt === '' ? 'image' : alt;
  return (
    <span className="inline-flex items-center gap-1">
      <ImageIcon className="icon text-muted" aria-hidden />
      {address === null ? <span>{name}</span> : <Link href={address}>{name}</Link>}
    </span>
  );
}

export function Blockquote({ children, dir }: ComponentProps<'blockquote'>) {
  return <blockquote dir={dir}>{children}</blockquote>;
}

export function Checkbox({ checked }: ComponentProps<'input'>) {
  return (
    <span role="img" aria-label={checked ? 'Done' : 'To do'} className="mr-1.5">
      {checked ? '☑' : '☐'}
    </span>
  );
}
