/**
 * A reply that is measured instead of written: how alike texts are, by the vectors that a model makes of them. It is stored,
 * paid and asked again like any other; its message is a list of texts, and its text says what came of them.
 */
import type { ChatParams } from '../../gateway/types/chat';
import type { GatewayClient } from '../../gateway/types/client';

/** What the ledger calls it. */
export const measuredCall = { operation: 'embeddings.create' } as const;

/** The client as a reply uses it. */
export const measuring = ({ embeddings }: Pick<GatewayClient, 'embeddings'>): Pick<GatewayClient, 'chat'> => {
  const create = async (params: ChatParams, options: Parameters<typeof embeddings.create>[1]) => {
    const { vectors, model, usage, meta } = await embeddings.create(
      { model: params.model, input: textsOf(params) },
      options,
    );
    const [own = [], ...others] = vectors;
    const text = JSON.stringify({ likeness: others.map((other) => cosine(own, other)) });
    const said = { index: 0, text, reasoning: '' };
    return {
      id: null,
      model,
      choices: [{ ...said, parts: [], finishReason: 'stop' }],
      surplusChoices: 0,
      usage,
      steps: [said],
      meta,
      raw: null,
    };
  };
  return {
    chat: { completions: { create: create as unknown as GatewayClient['chat']['completions']['create'] } },
  };
};

/** Of its last message, a list as JSON. */
function textsOf({ messages }: ChatParams): readonly string[] {
  const { content } = messages.at(-1) ?? {};
  const texts: unknown = JSON.parse(typeof content === 'string' ? content : '');
  return Array.isArray(texts) ? texts.map(String) : [];
}

/** The cosine of the angle between two vectors; 0 where one of them is nothing but zeros. */
function cosine(one: readonly number[], other: readonly number[]): number {
  let [dot, ofOne, ofOther] = [0, 0, 0];
  for (const [at, value] of one.entries()) {
    const against = other[at] ?? 0;
    dot += value * against;
    ofOne += value * value;
    ofOther += against * against;
  }
  return ofOne === 0 || ofOther === 0 ? 0 : dot / Math.sqrt(ofOne * ofOther);
}
