/** What the inspector's list shows of a body: credits, the gateway's own error code, the request id. */
import type { CallBody } from '../../../shared/calls/inspector';
import { codeOfStatus, findErrorInside, readRefusal } from '../parse/error-reply';
import { amountOrNull, isRecord, numberOrNull } from '../parse/json';
import { readCredits, readRequestId } from '../parse/metadata';
import type { Credits } from '../types/call';
import { amountsBelowZero } from './below-zero';

export interface AnswerFacts {
  readonly credits: Credits;
  /** Amounts that can't be, see `amountsBelowZero`. */
  readonly belowZero: readonly string[];
  readonly error: string | null;
  readonly requestId: string | null;
}

const none = new Headers();

/** `body` is a body, or one event of a stream, as JSON. */
export function readFacts(body: unknown, status: number): AnswerFacts {
  const record = isRecord(body) ? body : {};
  const refusal = status >= 400 ? readRefusal(record, status) : findErrorInside(record, status);
  return {
    credits: readCredits(body, none),
    belowZero: amountsBelowZero(body),
    error: refusal?.errorCode ?? null,
    requestId: readRequestId(none, body),
  };
}

/** The same for a whole body, which may be cut: its metadata is then in its last part, or in its first. */
export function readBodyFacts(body: CallBody, status: number): AnswerFacts {
  if (body.kind === 'text' && body.leftOutBytes === 0) {
    const parsed = parse(body.text);
    if (parsed !== undefined) return readFacts(parsed, status);
  }
  const text = body.kind === 'text' ? `${body.text}\n${body.tail}` : '';
  const used = lastNumber(text, 'credits_used');
  return {
    credits: { used: amountOrNull(used), remaining: lastNumber(text, 'credits_remaining') },
    belowZero: amountsBelowZero({ credits_used: used }),
    error: status >= 400 ? codeOfStatus(status) : null,
    requestId: null,
  };
}

function lastNumber(text: string, name: string): number | null {
  const at = text.lastIndexOf(`"${name}"`);
  if (at === -1) return null;
  const [, value] =
    /^\s*:\s*"?(-?[\d.]+(?:e[-+]?\d+)?)/i.exec(text.slice(at + name.length + 2, at + 100)) ?? [];
  return numberOrNull(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
