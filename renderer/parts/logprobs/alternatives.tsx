import { type Alternative, chanceOf, type TokenChance } from '../../../shared/chat/logprobs';
import { Button } from '../../ui/button';
import { percent, visible } from './tokens-text';

interface AlternativesProps {
  current: TokenChance;
  /** `null` where the reply answers nothing, so that nothing can go on from it. */
  onChoose: ((token: string) => void) | null;
}

/** What could have been in the place of a token, the most likely first. */
export function Alternatives({ current, onChoose }: AlternativesProps) {
  const others = current.others.filter(({ token }) => token !== current.token);
  return (
    <section aria-label="Alternatives" className="min-h-0 overflow-auto rounded-card border border-line p-3">
      <p>
        <code className="font-mono font-semibold">{visible(current.token)}</code> {percent(chanceOf(current))}
      </p>
      {others.length === 0 ? (
        <p className="mt-2 text-muted text-sm">
          No alternatives came with this reply. Set Alternatives in the run settings to get some.
        </p>
      ) : (
        <ul className="mt-2 flex flex-col gap-1">
          {others.map((one) => (
            <Other key={one.token} one={one} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Other({ one, onChoose }: { one: Alternative; onChoose: AlternativesProps['onChoose'] }) {
  return (
    <li className="flex items-center gap-2">
      <code className="min-w-0 flex-1 truncate font-mono">{visible(one.token)}</code>
      <span className="text-muted tabular-nums">{percent(chanceOf(one))}</span>
      {onChoose !== null && (
        <Button aria-label={`Continue with ${visible(one.token)}`} onClick={() => onChoose(one.token)}>
          Continue
        </Button>
      )}
    </li>
  );
}
