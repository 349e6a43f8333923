import { useEffect } from 'react';
import { aboutText, estimateText } from '../../../shared/money/estimate';
import { SANDBOX_PROFILE_ID } from '../../../shared/profiles/sandbox-profile';
import { send } from '../../parts/chat/chat-actions';
import { loadMarkdown } from '../../parts/chat/message/markdown-text';
import { CatalogueTrouble, useCatalogueTrouble } from '../../parts/models/catalogue-trouble';
import { useCoreState } from '../../state/core/core-state';
import { beginProfile } from '../../state/ui/begin-profile';
import { configure } from '../../state/ui/config-actions';
import { openTurnDialog } from '../../state/ui/dialogs';
import { setDraft } from '../../state/ui/drafts';
import { NEW_CHAT } from '../../state/ui/route';
import { chosenSettings, useModel } from '../../state/ui/selectors';
import { useForecast } from '../../state/use-forecast';
import { Button } from '../../ui/button';

/** A new chat: a few examples that can be run at once, with their estimated cost. */
export function EmptyState() {
  const sandbox = useCoreState(({ app }) => app?.activeProfileId === SANDBOX_PROFILE_ID);
  const model = useModel(NEW_CHAT);
  const trouble = useCatalogueTrouble();
  useEffect(() => {
    const idle = requestIdleCallback(() => void loadMarkdown());
    return () => cancelIdleCallback(idle);
  }, []);
  if (trouble !== null) {
    return (
      <div className="mx-auto flex min-h-full max-w-[640px] flex-col justify-center px-5 py-8">
        <CatalogueTrouble error={trouble} />
      </div>
    );
  }
  return (
    <div className="mx-auto flex min-h-full max-w-[640px] flex-col justify-center gap-4 px-5 py-8">
      <h2 className="font-semibold text-xl">Try one of these</h2>
      {sandbox && (
        <p className="text-muted">
          <span className="font-semibold text-ok">Sandbox</span>: a gateway inside this app. It needs no
          account and no network, and its credits are play money. To use your own gateway,{' '}
          {/* biome-ignore lint/a11y/useValidAnchor: it goes to Settings, and opens the form there. */}
          <a className="text-accent underline" href="#/settings" onClick={beginProfile}>
            add its profile
          </a>
          .
        </p>
      )}
      <ul className="grid gap-2 sm:grid-cols-2">
        {examplesFor(sandbox, model).map((example) => (
          <li key={example.text}>
            <ExampleCard example={example} />
          </li>
        ))}
      </ul>
      <WriteFirst conversationId={null} />
    </div>
  );
}

/** Begins a chat with a message of any role, of which nothing is sent yet. */
export function WriteFirst({ conversationId }: { conversationId: string | null }) {
  return (
    <p className="flex justify-center py-2">
      <Button tone="quiet" onClick={() => openTurnDialog({ kind: 'first', conversationId })}>
        Write a message of any role…
      </Button>
    </p>
  );
}

function ExampleCard({ example }: { example: Example }) {
  const { model, text } = example;
  const request = {
    conversationId: null,
    text,
    model,
    settings: chosenSettings(NEW_CHAT),
  };
  const forecast = useForecast({ kind: 'message', ...request });
  const estimate = forecast && estimateText(forecast);
  const run = () => {
    configure(NEW_CHAT, { model });
    setDraft(NEW_CHAT, { text });
    void send(NEW_CHAT);
  };
  return (
    <button
      type="button"
      onClick={run}
      className="flex h-full w-full flex-col gap-1 rounded-card border border-line bg-raised p-3 text-left hover:bg-hover"
    >
      <span className="font-medium">{text}</span>
      <span className="mt-auto text-muted text-sm">
        {model}
        {estimate !== null && (
          <span className="text-credit">
            {' '}
            · <span className="whitespace-nowrap">{aboutText(estimate)}</span>
          </span>
        )}
      </span>
    </button>
  );
}

interface Example {
  readonly text: string;
  readonly model: string;
}

const ofTheSandbox: readonly Example[] = [
  { text: 'I keep putting off the thing I most want to do.', model: 'sandbox/eliza' },
  { text: 'Show me everything you can format.', model: 'sandbox/markdown-tour' },
  { text: 'Pour out words as fast as you can.', model: 'sandbox/firehose' },
  { text: 'Repeat after me: every credit accounted for.', model: 'sandbox/echo' },
];

const forAnyModel = [
  { text: 'When should I debounce and when should I throttle a handler?' },
  { text: 'Explain Raft to me as if I were ten.' },
  { text: 'Write a haiku about credits.' },
];

/** Things to try with the models at hand; none while no model is known. */
function examplesFor(sandbox: boolean, model: string | null): readonly Example[] {
  if (sandbox) return ofTheSandbox;
  return model === null ? [] : forAnyModel.map((example) => ({ ...example, model }));
}
