import { useState } from 'react';
import type { AppErrorData } from '../../shared/errors';
import type { SecretName } from '../../shared/profiles/credential-names';
import { TextField } from '../ui/fields';

/** The stored secrets that the core asked for before a change that could expose them. */
interface KeyProof {
  /** What was typed so far, to send along with the change. */
  readonly keys: string[];
  readonly asked: readonly SecretName[];
  readonly typed: Readonly<Record<string, string>>;
  type(name: string, text: string): void;
  /** Takes the answer to the change: what it asks for, or `null` where it was made. */
  hear(error: AppErrorData | null): void;
}

export function useKeyProof(): KeyProof {
  const [asked, setAsked] = useState<readonly SecretName[]>([]);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  return {
    keys: Object.values(typed).filter((text) => text !== ''),
    asked,
    typed,
    type: (name, text) => setTyped({ ...typed, [name]: text }),
    hear(error) {
      if (error?.code !== 'needs_key') {
        setTyped({});
        setAsked([]);
        return;
      }
      const known = new Set(asked.map(nameOf));
      setAsked([...asked, ...secretsIn(error).filter((secret) => !known.has(nameOf(secret)))]);
    },
  };
}

const secretsIn = ({ details }: AppErrorData): readonly SecretName[] =>
  (details as { secrets?: readonly SecretName[] } | undefined)?.secrets ?? [];

const nameOf = ({ profileId, header }: SecretName): string => `${profileId} ${header ?? ''}`;

const labelOf = ({ profile, header }: SecretName): string =>
  header === null ? `API key of “${profile}”` : `Header “${header}” of “${profile}”`;

/** A field for each secret that was asked for; nothing where none was. */
export function KeyProofFields({ proof: { asked, typed, type } }: { proof: KeyProof }) {
  return asked.map((secret) => (
    <TextField
      key={nameOf(secret)}
      label={labelOf(secret)}
      type="password"
      autoComplete="off"
      value={typed[nameOf(secret)] ?? ''}
      onChange={(event) => type(nameOf(secret), event.target.value)}
    />
  ));
}
