/** A reply that is begun, in the words of each gateway. The body marks its last message with `prefix`. */
import { prefillWords } from '../../../shared/gateways/prefill';
import { isRecord, type JsonRecord } from '../parse/json';
import type { Dialect } from './dialect';

/** A dialect whose chats say so. */
export function prefillIn(dialect: Dialect): Dialect {
  const words = prefillWords(dialect.id);
  if (words === 'prefix') return dialect;
  return {
    ...dialect,
    toBody(operation, body) {
      const own = dialect.toBody(operation, body);
      const messages = Array.isArray(own.messages) ? (own.messages as readonly unknown[]) : [];
      const last = messages.at(-1);
      if (operation !== 'chat' || !isRecord(last) || last.prefix !== true) return own;
      const { prefix: _mark, ...message } = last;
      const said = words === 'partial' ? { ...message, partial: true } : message;
      return { ...own, messages: [...messages.slice(0, -1), said], ...besides[words] };
    },
  };
}

const besides: Readonly<Partial<Record<ReturnType<typeof prefillWords>, JsonRecord>>> = {
  continue: { continue_final_message: true, add_generation_prompt: false },
};
