import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type Token, type Vocabulary, vocabularies } from '../../../shared/money/tokens';
import type { MapSetting } from '../../../shared/run/chat-settings';
import { searchDelayMs } from '../../lib/search-delay';
import { call } from '../../link/call';
import { Button, IconButton } from '../../ui/button';

/** Names with a value each. */
export type MapValue = Readonly<Record<string, string | number>>;

interface TokenBiasProps {
  id: string;
  setting: MapSetting & { readonly of: 'tokens' };
  value: MapValue;
  onChange: (value: MapValue) => void;
}

/** What a token that was just picked gets: it is never sampled. */
const BANNED = -100;
const mostCharacters = 1_000;

const shown = (text: string): string => (text === '' ? 'unknown' : `“${text}”`);
const vocabularyNames: Readonly<Record<Vocabulary, string>> = {
  o200k_base: 'o200k: GPT-4o and newer',
  cl100k_base: 'cl100k: GPT-4, GPT-3.5',
};

/** The tokens with a bias, and a picker that splits a typed text into tokens. A typed number is taken as the id of one. */
export function TokenBias({ id, setting, value, onChange }: TokenBiasProps) {
  const [typed, setTyped] = useState('');
  const [vocabulary, setVocabulary] = useState<Vocabulary>('o200k_base');
  const ids = Object.keys(value);
  const typedId = /^\d{1,7}$/.test(typed.trim()) ? [typed.trim()] : [];
  const { tokens, named } = useTokens(vocabulary, typed, [...ids, ...typedId]);
  const byId = typedId.map((one) => ({ id: Number(one), text: named.get(one) ?? '' }));
  const offered = [...new Map([...byId, ...tokens].map((token) => [token.id, token])).values()];
  const isFull = ids.length >= setting.most;
  const remove = (gone: string) =>
    onChange(Object.fromEntries(Object.entries(value).filter(([one]) => one !== gone)));
  const bias = (token: string, text: string) => {
    if (isWithin(text, setting)) onChange({ ...value, [token]: Number(text) });
  };
  return (
    <div className="flex flex-col gap-1">
      {ids.map((token) => (
        <div key={token} className="flex items-center gap-1">
          <code className="min-w-0 flex-1 truncate whitespace-pre text-sm" title={`Token ${token}`}>
            {named.has(token) ? shown(named.get(token) ?? '') : token}
          </code>
          <BiasField
            token={token}
            setting={setting}
            value={value[token] ?? 0}
            onType={(text) => bias(token, text)}
          />
          <IconButton icon={X} label={`Remove token ${token}`} onClick={() => remove(token)} />
        </div>
      ))}
      <input
        id={id}
        aria-describedby={`${id}-help`}
        className="field"
        placeholder="Text or token id"
        maxLength={mostCharacters}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed !== '' && (
        <>
          <select
            aria-label="Vocabulary"
            className="field"
            value={vocabulary}
            onChange={(event) => setVocabulary(event.target.value as Vocabulary)}
          >
            {vocabularies.map((one) => (
              <option key={one} value={one}>
                {vocabularyNames[one]}
              </option>
            ))}
          </select>
          <ul aria-label="Tokens of the text" className="flex flex-wrap gap-1">
            {offered.map((token) => (
              <li key={token.id}>
                <Button
                  className="whitespace-pre font-mono text-sm"
                  disabled={isFull || Object.hasOwn(value, String(token.id))}
                  onClick={() => onChange({ ...value, [token.id]: BANNED })}
                >
                  <span className="sr-only">Add token </span>
                  {shown(token.text)} <span className="text-muted">{token.id}</span>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {isFull && <p className="text-bad text-sm">At most {setting.most} are sent</p>}
    </div>
  );
}

interface BiasFieldProps {
  token: string;
  setting: TokenBiasProps['setting'];
  value: string | number;
  onType: (text: string) => void;
}

/** Text that is not a number yet, such as a minus alone, stays in the field. */
function BiasField({ token, setting, value, onType }: BiasFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      type="number"
      min={setting.min}
      max={setting.max}
      aria-label={`Bias of token ${token}`}
      aria-invalid={typed !== null && !isWithin(typed, setting)}
      className="field w-20 text-right"
      value={typed ?? value}
      onChange={(event) => {
        setTyped(event.target.value);
        onType(event.target.value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

const isWithin = (text: string, { min, max }: { readonly min: number; readonly max: number }): boolean =>
  text.trim() !== '' && Number(text) >= min && Number(text) <= max;

/** Asks the core once the text stays the same for a moment; until it answers, what was there last is shown. */
function useTokens(vocabulary: Vocabulary, text: string, wanted: readonly string[]) {
  const [tokens, setTokens] = useState<readonly Token[]>([]);
  const [named, setNamed] = useState<ReadonlyMap<string, string>>(new Map());
  const ids = wanted.join(',');
  useEffect(() => {
    if (text === '' && ids === '') return setTokens([]);
    let isOver = false;
    const ask = async () => {
      const asked = ids === '' ? [] : ids.split(',').map(Number);
      const input = { vocabulary, text, ids: asked.filter((one) => one <= 1_000_000) };
      const answer = await call('tokens.split', input);
      if (isOver || !answer.ok) return;
      setTokens(answer.value.tokens);
      setNamed(new Map(answer.value.named.map((token) => [String(token.id), token.text])));
    };
    const timer = setTimeout(() => void ask(), searchDelayMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [vocabulary, text, ids]);
  return { tokens: text === '' ? [] : tokens, named };
}
