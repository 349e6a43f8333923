/** Where a result of a job is, or why it can't be had; a job has one for each result, in their order. */
export type ResultPlace =
  /** At these addresses, the best first. Those of a remote job expire, so they are requested again. */
  | { readonly kind: 'url'; readonly urls: readonly string[] }
  /** On the disk, as received. */
  | ReceivedPlace<'kept'>
  /** In memory, since no disk accepted it yet. */
  | ReceivedPlace<'held'>
  /** Received, but not in a format that can be saved; `reason` is a sentence. */
  | { readonly kind: 'unusable'; readonly reason: string };

interface ReceivedPlace<Kind> {
  readonly kind: Kind;
  readonly position: number;
  /** SHA-256 of the bytes, so that they are known when the gateway sends them once more. */
  readonly digest?: string;
}
