/** Responses that later requests name: the latest ones, in memory, until the gateway stops. */
import { ApiError, invalidRequest } from '../errors';
import type { Item } from './input';

const MOST_RESPONSES = 1_000;
const MOST_BYTES = 32 * 1_048_576;

export interface KeptResponse {
  readonly response: Item;
  /** What its request brought, without what came before. */
  readonly input: readonly Item[];
  readonly previousId: string | null;
}

interface Entry extends KeptResponse {
  readonly bytes: number;
}

const itemsOf = ({ input, response }: KeptResponse): readonly Item[] => [
  ...input,
  ...(response.output as readonly Item[]),
];

export class KeptResponses {
  /** The oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #items = new Map<string, Item>();
  #bytes = 0;

  keep(kept: KeptResponse): void {
    const id = String(kept.response.id);
    const bytes = Buffer.byteLength(JSON.stringify(itemsOf(kept)));
    this.remove(id);
    this.#entries.set(id, { ...kept, bytes });
    this.#bytes += bytes;
    for (const item of itemsOf(kept)) this.#items.set(String(item.id), item);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MOST_RESPONSES && this.#bytes <= MOST_BYTES) break;
      this.remove(oldest);
    }
  }

  /** @throws ApiError 404 */
  get(id: string): KeptResponse {
    const entry = this.#entries.get(id);
    if (entry !== undefined) return entry;
    throw new ApiError(
      `Unknown response "${id.slice(0, 200)}": only the latest are kept, until the gateway stops.`,
      {
        status: 404,
        code: 'not_found',
      },
    );
  }

  remove(id: string): boolean {
    const entry = this.#entries.get(id);
    if (entry === undefined) return false;
    this.#bytes -= entry.bytes;
    for (const item of itemsOf(entry)) this.#items.delete(String(item.id));
    return this.#entries.delete(id);
  }

  /**
   * All items of a conversation up to this response, the oldest first.
   * @throws ApiError 400 where one of its responses is not kept
   */
  conversation(id: string): readonly Item[] {
    const pages: (readonly Item[])[] = [];
    for (let at: string | null = id; at !== null; ) {
      const entry: Entry | undefined = this.#entries.get(at);
      if (entry === undefined) throw notKept('previous_response_id', at);
      pages.unshift(itemsOf(entry));
      at = entry.previousId;
    }
    return pages.flat();
  }

  /** The items with those that are only named put in their places. */
  resolve(items: readonly Item[]): readonly Item[] {
    return items.map((item, index) => {
      if (item.type !== 'item_reference') return item;
      const id = String(item.id);
      const found = this.#items.get(id);
      if (found === undefined) throw notKept(`input[${index}].id`, id);
      return found;
    });
  }
}

const notKept = (param: string, id: string) =>
  invalidRequest(
    `${param}: "${id.slice(0, 200)}" is not kept here. Send the whole conversation in "input".`,
    param,
  );
