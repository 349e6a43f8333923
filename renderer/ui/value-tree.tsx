import { classes } from './classes';

interface ValueTreeProps {
  /** JSON of bounded size and depth: nothing here limits it. */
  value: unknown;
  label?: string;
}

/** JSON as nested lists: names with their values, lists by position. */
export function ValueTree({ value, label }: ValueTreeProps) {
  if (typeof value !== 'object' || value === null) return <Plain value={value} />;
  return (
    <ul
      aria-label={label}
      className={classes('select-text', label === undefined ? 'border-line border-l pl-2.5' : 'mt-1')}
    >
      {Object.entries(value).map(([name, item]) => (
        <li key={name} className="min-w-0 py-px">
          <span className="mr-1 break-words font-mono text-muted">{name}</span>{' '}
          {isEmpty(item) ? <Empty isList={Array.isArray(item)} /> : <ValueTree value={item} />}
        </li>
      ))}
    </ul>
  );
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const Empty = ({ isList }: { isList: boolean }) => (
  <span className="text-faint">{isList ? 'empty list' : 'empty'}</span>
);

function Plain({ value }: { value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return <code className="whitespace-pre-wrap break-words font-mono">{text}</code>;
}
