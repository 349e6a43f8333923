/** Chats as other programs write them: their messages say in words of their own who said what. */

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const signs = ['sender', 'from', 'author', 'lc'] as const;

/**
 * The field by which messages are those of another program; `null` where they could be those of a request. A gateway may
 * have messages without a role among others, but no request is made of such alone.
 */
export function signOfOtherProgram(messages: readonly unknown[]): string | null {
  const found = messages.map((one) => (isRecord(one) && one.role === undefined ? signIn(one) : null));
  return found.every((sign) => sign !== null) ? (found[0] ?? null) : null;
}

function signIn(message: Readonly<Record<string, unknown>>): string | null {
  if (typeof message.type === 'string' && /^(human|ai|constructor)$/.test(message.type)) return 'type';
  return signs.find((name) => message[name] !== undefined) ?? null;
}
