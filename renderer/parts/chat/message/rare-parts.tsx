import { Ban, Braces } from 'lucide-react';
import { cachePointsIn } from '../../../../shared/chat/cache-points';
import { frameFields } from '../../../../shared/chat/frame-fields';
import { isRawPart, isTextPart } from '../../../../shared/chat/parts';
import { cutText } from '../../../../shared/text/cut-text';
import { CachePoint } from './cache-point';
import { JsonText, prettyJson } from './json-text';
import { idsOf, type PartViewProps } from './part-view';
import { readSources, type Source } from './read-citation';
import { ToolCalls, ToolResults } from './tool-round';

/** Parts that few messages have: loaded when the first is shown. */
export default function RareParts({ parts, message, isGrowing }: PartViewProps) {
  const [first] = parts;
  if (isTextPart(first)) return <Refusal id={first.id} text={first.text} />;
  const raws = parts.flatMap((part) => (isRawPart(part) ? [part.raw] : []));
  if (first.type === 'toolCall') return <ToolCalls parts={parts} message={message} isGrowing={isGrowing} />;
  if (first.type === 'toolResult') return <ToolResults parts={parts} message={message} />;
  if (first.type === 'citation') return <Sources cited={raws} ids={idsOf(parts)} />;
  if (first.type === 'fields')
    return (
      <>
        <MoreFields fields={frameFields(raws[0])} />
        {cachePointsIn(message.parts ?? []) > 0 && <CachePoint messageId={message.id} />}
      </>
    );
  if (first.type === 'thinking') return <Kept raw={raws.length === 1 ? raws[0] : raws} />;
  return raws.map((raw, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a message keep their places.
    <Unread key={index} title={typeOf(raw)} raw={raw} />
  ));
}

/** Of a message that was written as JSON: what no part shows, folded. */
function MoreFields({ fields }: { fields: unknown }) {
  if (fields === null) return null;
  return (
    <details className="mt-2 text-sm">
      <summary className="cursor-pointer text-muted">Other fields of this message</summary>
      <JsonText text={prettyJson(fields)} />
    </details>
  );
}

/** Signatures and encrypted blocks: only their gateway can read them. */
function Kept({ raw }: { raw: unknown }) {
  return (
    <details className="mt-2 rounded-card border border-line bg-panel px-3 py-2 text-sm">
      <summary className="cursor-pointer text-muted">Signed thinking, as received</summary>
      <JsonText text={prettyJson(raw)} />
    </details>
  );
}

function Refusal({ id, text }: { id: string; text: string }) {
  return (
    <section aria-label="Refusal" className="mt-2 rounded-card border border-warn/60 bg-raised p-3">
      <p className="flex items-center gap-2 font-semibold text-warn">
        <Ban className="icon" aria-hidden />
        The model declined
      </p>
      <p data-part={id} dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </p>
    </section>
  );
}

/** Pages that the model names for what it said. */
function Sources({ cited, ids }: { cited: readonly unknown[]; ids: string }) {
  return (
    <section aria-label="Sources" data-part={ids} className="mt-2 text-sm">
      <p data-beside className="font-semibold">
        Sources
      </p>
      <ol className="mt-1 list-decimal pl-5">
        {cited.flatMap(readSources).map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sources of a reply are numbered by their position.
          <li key={index}>
            <SourceLine {...one} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function SourceLine({ url, title, quote }: Source) {
  return (
    <>
      {url === null ? (
        <bdi>{title}</bdi>
      ) : (
        <a className="text-accent underline" href={url} title={url} target="_blank" rel="noreferrer">
          <bdi>{title}</bdi>
        </a>
      )}
      {quote !== null && <span className="block text-muted">{quote}</span>}
    </>
  );
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
      <JsonText text={prettyJson(raw)} />
    </section>
  );
}

function typeOf(raw: unknown): string {
  const { type, role } = (raw ?? {}) as { type?: unknown; role?: unknown };
  // Who wrote the reply, where the gateway named somebody else than the assistant.
  if (typeof role === 'string') return `Role: ${cutText(role, 60)}`;
  return typeof type === 'string' && type !== '' ? cutText(type, 60) : 'Unknown content';
}
