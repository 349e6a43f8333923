import { Ban, Wrench } from 'lucide-react';
import type { Message } from '../../../../shared/chat';
import { cutText } from '../../../../shared/cut-text';

/** What a model sent in addition to its text: a refusal, and tool calls. */
export function RefusalAndToolCalls({ message: { refusal, toolCalls } }: { message: Message }) {
  return (
    <>
      {refusal !== null && refusal !== '' && (
        <section aria-label="Refusal" className="mt-2 rounded-card border border-warn/60 bg-raised p-3">
          <p className="flex items-center gap-2 font-semibold text-warn">
            <Ban className="icon" aria-hidden />
            The model declined
          </p>
          <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {refusal}
          </p>
        </section>
      )}
      {toolCalls.length > 0 && <ToolCalls calls={toolCalls} />}
    </>
  );
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
      <pre
        className="mt-1 max-h-64 overflow-auto whitespace-pre-wrap rounded-control border border-line bg-background p-2 font-mono text-sm [overflow-wrap:anywhere]"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
        tabIndex={0}
      >
        {cutText(given, shownCharacters)}
      </pre>
    </li>
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
