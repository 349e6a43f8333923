import { useMemo } from 'react';
import type { CallBody } from '../../../shared/inspector';
import { bodyLines, linesOf } from '../../lib/body-lines';
import { CopyButton } from '../../ui/copy-button';
import { VirtualLines } from '../../ui/virtual-lines';
import { formatBytes } from './call-text';

/** The body of a request or a response. */
export function BodyView({ label, body }: { label: string; body: CallBody }) {
  const lines = useMemo(() => (body.kind === 'text' ? bodyLines(body) : []), [body]);
  if (body.kind === 'none') return <p className="text-muted">No body.</p>;
  const facts = `${body.contentType ?? 'type unknown'} · ${formatBytes(body.bytes)}`;
  if (body.kind === 'binary') {
    return <p className="text-muted">{facts}. Not text, so only its size and type were recorded.</p>;
  }
  return (
    <>
      <div className="flex flex-none items-center gap-2 text-muted text-sm">
        <p className="flex-1">
          {facts}
          {body.leftOutBytes > 0 && ` · ${formatBytes(body.leftOutBytes)} in the middle were not recorded`}
        </p>
        <CopyButton label={`Copy ${label.toLowerCase()}`} text={() => body.text + body.tail} />
      </div>
      <VirtualLines label={label} count={lines.length}>
        {(index) => lines[index]}
      </VirtualLines>
    </>
  );
}

/** Text that is not a received body, such as a reply joined from its events. */
export function TextView({ label, text }: { label: string; text: string }) {
  const lines = useMemo(() => linesOf(text), [text]);
  return (
    <VirtualLines label={label} count={lines.length}>
      {(index) => lines[index]}
    </VirtualLines>
  );
}
