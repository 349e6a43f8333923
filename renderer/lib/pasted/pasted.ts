/** What a pasted text holds of a profile. */
import type { GatewayId } from '../../../shared/gateways/gateways';
import type { PastedParameter } from './read-address';

export interface PastedHeader {
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
}

/** A value under the name that the text gives it. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** Addresses and keys of which the text doesn't tell which belong together. */
export interface PastedChoices {
  readonly addresses: readonly NamedValue[];
  readonly keys: readonly NamedValue[];
}

export interface Pasted {
  readonly from: 'address' | 'key' | 'cURL command' | '.env lines' | 'snippet';
  readonly gateway: GatewayId | null;
  /** The name of a service at the address that speaks as OpenAI does and has no entry of its own. */
  readonly service: string | null;
  readonly baseUrl: string | null;
  /** Only where it was certainly given for `baseUrl`, or for whichever address is typed. */
  readonly key: string | null;
  /** The text has a key, but only a placeholder or the name of a variable in its place. */
  readonly isKeyOpen: boolean;
  /** The header that held the key, where that was not `Authorization`. */
  readonly keyHeader: string | null;
  readonly headers: readonly PastedHeader[];
  readonly query: readonly PastedParameter[];
  /** The only one that the text names. */
  readonly model: string | null;
  /** Where not `null`, nothing else is filled before the person has chosen. */
  readonly choices: PastedChoices | null;
  /** Names of keys that belong to something else. */
  readonly leftOut: readonly string[];
}

export const nothing: Omit<Pasted, 'from'> = {
  gateway: null,
  service: null,
  baseUrl: null,
  key: null,
  isKeyOpen: false,
  keyHeader: null,
  headers: [],
  query: [],
  model: null,
  choices: null,
  leftOut: [],
};
