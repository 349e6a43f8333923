/** What the person confirmed: each intent's name, how many charges it allows, and of what. */

/** What the form showed as it was sent. */
export interface Shown {
  readonly model: string;
  /** Of results, or replies. */
  readonly count: number;
  /** Of a queued message: it is sent with this one, whatever is chosen meanwhile. */
  readonly temperature?: number;
  /** Models that the chat showed as its reply was asked for again. */
  readonly later?: readonly string[];
}

export interface Intent {
  readonly marker: string;
  /** How many times its text may be charged. */
  allowed: number;
  /** Whose it was sent with; `any` for the profile in use at the time. */
  readonly gateway: string;
}

export interface Intents {
  allow(marker: string, gateway: string, more?: number): void;
  /** It may be charged by any gateway from now on: the person asks for it elsewhere too. */
  spread(marker: string): void;
  /** The app said that nothing was sent: then nothing may be charged either. */
  takeBack(marker: string): void;
  note(marker: string, shown: Shown): void;
  /** Its reply is asked for again, while the chat shows this model. */
  noteAgain(marker: string, model: string): void;
  shown(marker: string): Shown | undefined;
  allowed(marker: string): number;
  /** The only gateway that may charge it; `any` where that was not chosen. */
  gatewayOf(marker: string): string;
  all(): readonly Intent[];
}

export function createIntents(): Intents {
  const intents = new Map<string, Intent>();
  const shown = new Map<string, Shown>();
  return {
    allow(marker, gateway, more = 1) {
      const known = intents.get(marker) ?? { marker, allowed: 0, gateway };
      known.allowed += more;
      intents.set(marker, known);
    },
    spread(marker) {
      const known = intents.get(marker);
      if (known) intents.set(marker, { ...known, gateway: 'any' });
    },
    takeBack(marker) {
      const known = intents.get(marker);
      if (known) known.allowed -= 1;
    },
    note: (marker, form) => void shown.set(marker, form),
    noteAgain(marker, model) {
      const form = shown.get(marker);
      if (form) shown.set(marker, { ...form, later: [...(form.later ?? []), model] });
    },
    shown: (marker) => shown.get(marker),
    allowed: (marker) => intents.get(marker)?.allowed ?? 0,
    gatewayOf: (marker) => intents.get(marker)?.gateway ?? 'any',
    all: () => [...intents.values()],
  };
}
