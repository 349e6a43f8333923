/** Finds stop sequences in a text that arrives in pieces, and never emits a part of one. */
export class StopFilter {
  readonly #stops: readonly string[];
  readonly #longest: number;
  #held = '';

  constructor(stops: readonly string[]) {
    this.#stops = stops;
    this.#longest = Math.max(0, ...stops.map((stop) => stop.length));
  }

  /** The text that is safe to send now, and whether a stop sequence was reached (it is not part of the text). */
  push(text: string): { readonly text: string; readonly isStopped: boolean } {
    if (this.#longest === 0) return { text, isStopped: false };
    this.#held += text;
    const found = this.#stops.map((stop) => this.#held.indexOf(stop)).filter((index) => index >= 0);
    if (found.length > 0) return { text: this.#take(Math.min(...found)), isStopped: true };
    return { text: this.#take(this.#held.length - this.#possibleStart()), isStopped: false };
  }

  /** What was held back, once nothing more can arrive. */
  flush(): string {
    return this.#take(this.#held.length);
  }

  /** Length of the longest end of the text that could begin a stop sequence. */
  #possibleStart(): number {
    for (let length = Math.min(this.#longest - 1, this.#held.length); length > 0; length -= 1) {
      const end = this.#held.slice(-length);
      if (this.#stops.some((stop) => stop.startsWith(end))) return length;
    }
    return 0;
  }

  #take(length: number): string {
    const text = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    return text;
  }
}
