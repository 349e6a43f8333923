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
    const { vectors, model, usage, meta } = await embeddings.create(measuredBody(params), options);
    const [own = [], ...others] = vectors;
    const text = JSON.stringify({
      likeness: others.map((other) => cosine(own, other)),
      dot: others.map((other) => dotProduct(own, other)),
      distance: others.map((other) => distance(own, other)),
    });
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

/** What is sent for such a reply. */
export const measuredBody = (params: Pick<ChatParams, 'model' | 'messages'>) => ({
  model: params.model,
  input: textsOf(params),
});

/** Of its last message, a list as JSON. */
function textsOf({ messages }: Pick<ChatParams, 'messages'>): readonly string[] {
  const { content } = messages.at(-1) ?? {};
  const texts: unknown = JSON.parse(typeof content === 'string' ? content : '');
  return Array.isArray(texts) ? texts.map(String) : [];
}

const dotProduct = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

/** The cosine of the angle between two vectors; 0 where one of them is nothing but zeros. */
function cosine(one: readonly number[], other: readonly number[]): number {
  const lengths = dotProduct(one, one) * dotProduct(other, other);
  return lengths === 0 ? 0 : dotProduct(one, other) / Math.sqrt(lengths);
}

/** Along a straight line. */
const distance = (one: readonly number[], other: readonly number[]): number =>
  Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)));
