/** A token bucket: `capacity` calls at once, refilled evenly over a minute. */
export interface RateLimitState {
  readonly isAllowed: boolean;
  readonly limit: number;
  /** Whole calls left now. */
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly resetSeconds: number;
  /** Seconds until the next call would be allowed; 0 where it is now. */
  readonly retryAfterSeconds: number;
}

export class RateLimiter {
  readonly #capacity: number;
  readonly #now: () => number;
  #level: number;
  #filledAt: number;

  constructor(perMinute: number, now: () => number) {
    this.#capacity = perMinute;
    this.#now = now;
    this.#level = perMinute;
    this.#filledAt = now();
  }

  /** Takes one call out of the bucket, where there is one. */
  take(): RateLimitState {
    this.#fill();
    const isAllowed = this.#level >= 1;
    if (isAllowed) this.#level -= 1;
    return {
      isAllowed,
      limit: this.#capacity,
      remaining: Math.floor(this.#level),
      resetSeconds: this.#secondsFor(this.#capacity - this.#level),
      retryAfterSeconds: this.#secondsFor(Math.max(0, 1 - this.#level)),
    };
  }

  #fill(): void {
    const now = this.#now();
    const elapsedMs = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    this.#level = Math.min(this.#capacity, this.#level + (elapsedMs * this.#capacity) / 60_000);
  }

  #secondsFor(calls: number): number {
    return Math.ceil((calls * 60) / this.#capacity);
  }
}
