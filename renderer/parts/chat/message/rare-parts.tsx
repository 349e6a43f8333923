import { Ban, Braces, Wrench } from 'lucide-react';
import { isRawPart, isTextPart } from '../../../../shared/chat/parts';
import { cutText } from '../../../../shared/cut-text';
import type { PartViewProps } from './part-view';

/** Parts that few messages have: loaded when the first is shown. */
export default function RareParts({ parts }: PartViewProps) {
  const [first] = parts;
  if (isTextPart(first)) return <Refusal text={first.text} />;
  const raws = parts.flatMap((part) => (isRawPart(part) ? [part.raw] : []));
  if (first.type === 'toolCall') return <ToolCalls calls={raws} />;
  if (first.type === 'citation') return <Sources cited={raws} />;
  return raws.map((raw, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a message keep their places.
    <Unread key={index} title={first.type === 'toolResult' ? 'Tool result' : typeOf(raw)} raw={raw} />
  ));
}

function Refusal({ text }: { text: string }) {
  return (
    <section aria-label="Refusal" className="mt-2 rounded-card border border-warn/60 bg-raised p-3">
      <p className="flex items-center gap-2 font-semibold text-warn">
        <Ban className="icon" aria-hidden />
        The model declined
      </p>
      <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </p>
    </section>
  );
}

/** Pages that the model names for what it said. */
function Sources({ cited }: { cited: readonly unknown[] }) {
  return (
    <section aria-label="Sources" className="mt-2 text-sm">
      <p className="font-semibold">Sources</p>
      <ol className="mt-1 list-decimal pl-5">
        {cited.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sources of a reply are numbered by their position.
          <li key={index}>
            <Source {...readCitation(one)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Source({ url, title }: { url: string | null; title: string }) {
  if (url === null) return <bdi>{title}</bdi>;
  return (
    <a className="text-accent underline" href={url} title={url} target="_blank" rel="noreferrer">
      <bdi>{title}</bdi>
    </a>
  );
}

/** The usual form has the address in a field named after its type; any other is shown as it is. */
function readCitation(raw: unknown): { url: string | null; title: string } {
  const { url_citation: named, ...own } = (raw ?? {}) as Record<string, unknown>;
  const { url, title } = (named ?? own) as { url?: unknown; title?: unknown };
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url)) return { url: null, title: pretty(raw) };
  return { url, title: cutText(typeof title === 'string' && title.trim() !== '' ? title : url, 200) };
}

/** Content of a type that is not read: its type and what came, never nothing. */
function Unread({ title, raw }: { title: string; raw: unknown }) {
  return (
    <section aria-label={title} className="mt-2 rounded-card border border-line bg-panel p-3">
      <p className="flex items-center gap-2 font-semibold">
        <Braces className="icon" aria-hidden />
        <bdi>{title}</bdi>
        <span className="font-normal text-muted text-sm">shown as received</span>
      </p>
      <Json text={pretty(raw)} />
    </section>
  );
}

function typeOf(raw: unknown): string {
  const { type, role } = (raw ?? {}) as { type?: unknown; role?: unknown };
  // Who wrote the reply, where the gateway named somebody else than the assistant.
  if (typeof role === 'string') return `Role: ${cutText(role, 60)}`;
  return typeof type === 'string' && type !== '' ? cutText(type, 60) : 'Unknown content';
}

function ToolCalls({ calls }: { calls: readonly unknown[] }) {
  return (
    <section aria-label="Tool calls" className="mt-2 rounded-card border border-line bg-panel p-3">
      <p className="flex items-center gap-2 font-semibold">
        <Wrench className="icon" aria-hidden />
        The model asked for {calls.length === 1 ? 'a tool' : `${calls.length} tools`}
        <span className="font-normal text-muted text-sm">shown as received; nothing is run</span>
      </p>
      <ul className="mt-2 flex flex-col gap-2">
        {calls.map((call, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a reply are identified only by their position.
          <ToolCall key={index} call={call} />
        ))}
      </ul>
    </section>
  );
}

/** The longest part that is shown; the inspector has all of it. */
const shownCharacters = 20_000;

function ToolCall({ call }: { call: unknown }) {
  const { name, given } = read(call);
  return (
    <li>
      <bdi className="font-medium font-mono text-sm">{name}</bdi>
      <Json text={given} />
    </li>
  );
}

function Json({ text }: { text: string }) {
  return (
    <pre
      className="mt-1 max-h-64 overflow-auto whitespace-pre-wrap rounded-control border border-line bg-background p-2 font-mono text-sm [overflow-wrap:anywhere]"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
    >
      {cutText(text, shownCharacters)}
    </pre>
  );
}

/** The usual form has a function with a name and its arguments as JSON text; any other is shown as it is. */
function read(call: unknown): { name: string; given: string } {
  const { function: asked } = (call ?? {}) as { function?: { name?: unknown; arguments?: unknown } };
  if (typeof asked?.name !== 'string') return { name: 'unknown form', given: pretty(call) };
  return { name: asked.name, given: pretty(asked.arguments ?? {}) };
}

function pretty(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
