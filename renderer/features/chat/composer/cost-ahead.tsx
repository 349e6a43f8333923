import { useEffect, useState } from 'react';
import { estimateChat } from '../../../../shared/estimate';
import { type TypicalCost, typicalReplyCost } from '../../../../shared/typical-cost';
import { promptCharacters, tokensIn } from '../../../parts/composer/prompt-size';
import { type CostWords, costWords } from '../../../parts/credits/cost-words';
import { useUsual } from '../../../parts/credits/use-usual';
import { useCoreState } from '../../../state/core/core-state';
import { saysSomething } from '../../../state/ui/draft-state';
import { draftOf } from '../../../state/ui/drafts';
import { chosenModel, chosenSettings, useModel } from '../../../state/ui/selectors';
import { useUiState } from '../../../state/ui/ui-state';

/** What the next call is likely to take. */
interface Ahead {
  readonly tokens: number;
  readonly cost: CostWords | null;
  /** Where it is enough for the button itself to say so. */
  readonly inButton: string | null;
  /** What images cost is nowhere told beforehand. */
  readonly hasImages: boolean;
}

const settleMs = 250;
/** A page that is never idle tells it all the same. */
const atLatestMs = 1_000;

/** What sending the draft as it stands would take; counted when the typing pauses and the page has nothing to do. */
export function useCostAhead(chatKey: string): Ahead | null {
  const [ahead, setAhead] = useState<Ahead | null>(null);
  const usual = useUsual(useModel(chatKey), 'chat');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let idle = 0;
    const schedule = () => {
      clearTimeout(timer);
      cancelIdleCallback(idle);
      timer = setTimeout(() => {
        const look = () => setAhead((before) => keepIfSame(before, lookAhead(chatKey, usual)));
        idle = requestIdleCallback(look, { timeout: atLatestMs });
      }, settleMs);
    };
    schedule();
    const unfollow = [
      useUiState.subscribe((person, before) => concerns(person, before, chatKey) && schedule()),
      useCoreState.subscribe((reported, before) => {
        const changed = reported.conversations[chatKey] !== before.conversations[chatKey];
        if (changed || reported.app?.catalogue !== before.app?.catalogue) schedule();
      }),
    ];
    return () => {
      clearTimeout(timer);
      cancelIdleCallback(idle);
      for (const end of unfollow) end();
    };
  }, [chatKey, usual]);
  return ahead;
}

type Person = ReturnType<typeof useUiState.getState>;

const concerns = (person: Person, before: Person, key: string) =>
  person.drafts[key]?.text !== before.drafts[key]?.text ||
  person.drafts[key]?.attachments !== before.drafts[key]?.attachments ||
  person.configs[key] !== before.configs[key] ||
  person.lastModel !== before.lastModel;

const keepIfSame = (before: Ahead | null, next: Ahead | null) =>
  JSON.stringify(before) === JSON.stringify(next) ? before : next;

function lookAhead(chatKey: string, usual: TypicalCost | null): Ahead | null {
  const draft = draftOf(chatKey);
  const { text, attachments = [] } = draft;
  const id = chosenModel(chatKey);
  const { app, messages, conversations } = useCoreState.getState();
  const model = app?.catalogue.models.find((one) => one.id === id);
  if (!saysSomething(draft) || model === undefined) return null;
  const settings = chosenSettings(chatKey);
  const leafId = conversations[chatKey]?.leafId ?? null;
  const characters = promptCharacters(text, messages, leafId, settings);
  const { maxTokens, choices } = settings;
  const estimate = estimateChat({ characters, maxTokens, choices }, model.pricing, model.capabilities);
  const usually = usual && typicalReplyCost(estimate, usual, maxTokens !== undefined);
  const cost = costWords(estimate, usually, usual);
  const inButton = cost === null || cost.inButton === null ? null : ` · ${cost.inButton}`;
  return { tokens: tokensIn(characters), cost, inButton, hasImages: attachments.length > 0 };
}

/** `≈ 120 tokens · est. 0.9–2.4, usually 1.2 cr`, beside the button. */
export function CostAhead({ ahead }: { ahead: Ahead | null }) {
  if (ahead === null) return null;
  const { tokens, cost, inButton, hasImages } = ahead;
  return (
    <p className="flex-none text-muted text-sm" title={cost?.title} data-cost-ahead>
      ≈ {tokens.toLocaleString('en')} tokens
      {cost !== null && inButton === null && ` · ${cost.text}`}
      {hasImages && ', images not counted'}
    </p>
  );
}
