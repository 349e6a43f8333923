import { Eye, EyeOff, Pin, RefreshCw } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { modalities } from '../../../shared/modalities/modalities';
import type { Model } from '../../../shared/models/models';
import { linesOf } from '../../lib/body-lines';
import { call } from '../../link/call';
import { useProfileChecks } from '../../parts/checks/checks-data';
import { ViewCodeButton } from '../../parts/code/view-code';
import { hideModel, pinModel, useModelChoices } from '../../parts/models/model-choices';
import { factsOf, tabsFor } from '../../parts/models/model-facts';
import { openTabWithModel } from '../../parts/models/open-with-model';
import { OwnWord } from '../../parts/models/own-word';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { openCheckPlan, openChecks } from '../../state/ui/checks-view';
import { ErrorCard } from '../../ui/alert';
import { Button, IconButton } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { VirtualLines } from '../../ui/virtual-lines';
import { capabilityFacts, type Fact, factsAsGiven, generalFacts, priceFacts } from './known-facts';

/** Everything known about the selected model, and its commands. */
export function ModelDetails({ model }: { model: Model | undefined }) {
  return (
    <section
      aria-label="Model details"
      data-focus="model-details"
      tabIndex={-1}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 pb-5 outline-none"
    >
      {model === undefined ? (
        <p className="pt-4 text-muted">Choose a model to see its prices, capabilities and raw record.</p>
      ) : (
        <Details key={model.id} model={model} />
      )}
    </section>
  );
}

function Details({ model }: { model: Model }) {
  const { description } = factsOf(model);
  const { refresh, error } = useRefresh(model.id);
  return (
    <div className="flex flex-col gap-4">
      <Heading model={model} onRefresh={refresh} />
      {error !== null && <ErrorCard error={error} title="Couldn’t refresh this model" />}
      {description !== null && (
        <p className="line-clamp-6 select-text break-words text-muted">{description}</p>
      )}
      <UseIn model={model} />
      <CheckButtons id={model.id} />
      <Facts title="Model" facts={generalFacts(model)} />
      <Facts title="Price" facts={priceFacts(model)} given={factsAsGiven(model, 'pricing')} />
      <Facts
        title="Capabilities"
        facts={capabilityFacts(model)}
        given={factsAsGiven(model, 'capabilities')}
      />
      <OwnWord model={model} />
      <RawRecord model={model} />
    </div>
  );
}

/** Asks for this model's record alone: free, and quick where the list is long. */
function useRefresh(id: string) {
  const [error, setError] = useState<AppErrorData | null>(null);
  const isRunning = useRef(false);
  const refresh = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    const answer = await call('models.retrieve', { model: id });
    isRunning.current = false;
    setError(answer.ok ? null : answer.error);
    if (answer.ok) announce('Model refreshed');
  };
  return { refresh, error };
}

function Heading({ model: { id }, onRefresh }: { model: Model; onRefresh: () => void }) {
  const { pinned, hidden } = useModelChoices();
  const isPinned = pinned.includes(id);
  const isHidden = hidden.includes(id);
  return (
    <div className="flex items-start gap-1 pt-2.5">
      <h2 className="min-w-0 flex-1 select-text break-words py-1 font-semibold">
        <bdi>{id}</bdi>
      </h2>
      <CopyButton label="Copy model id" text={() => id} />
      <IconButton icon={RefreshCw} label="Refresh this model" onClick={onRefresh} />
      <IconButton
        icon={Pin}
        label={isPinned ? 'Unpin' : 'Pin'}
        keys="P"
        aria-pressed={isPinned}
        onClick={() => void pinModel(id, !isPinned)}
      />
      <IconButton
        icon={isHidden ? Eye : EyeOff}
        label={isHidden ? 'Show in pickers again' : 'Hide from pickers'}
        keys="H"
        onClick={() => void hideModel(id, !isHidden)}
      />
    </div>
  );
}

/** Asks what the model really does, and shows what is known of it. */
function CheckButtons({ id }: { id: string }) {
  const profileId = useCoreState(({ app }) => app?.activeProfileId ?? null);
  const { results } = useProfileChecks(profileId);
  if (profileId === null) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => openCheckPlan(profileId, [id])}>Check model</Button>
      {results[id] !== undefined && (
        <Button onClick={() => openChecks(profileId, id)}>Results of checks</Button>
      )}
    </div>
  );
}

function UseIn({ model }: { model: Model }) {
  const tabs = tabsFor(model);
  if (tabs.length === 0) return <p className="text-muted">Gatehouse has no tab for this model’s output</p>;
  return (
    <div className="flex flex-wrap gap-2">
      {tabs.map((tab, index) => (
        <Button
          key={tab}
          tone={index === 0 && tabs.length < 3 ? 'primary' : 'plain'}
          onClick={() => openTabWithModel(tab, model.id)}
        >
          Use in {modalities[tab].label}
        </Button>
      ))}
    </div>
  );
}

interface FactsProps {
  title: string;
  facts: readonly Fact[];
  /** The unknown parts of the record, unchanged. */
  given?: readonly Fact[];
}

function Facts({ title, facts, given = [] }: FactsProps) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-semibold">{title}</h3>
      {facts.length === 0 && (
        <p className="text-muted">
          {given.length === 0 ? 'Not stated.' : 'Unknown format. The record says:'}
        </p>
      )}
      <FactList facts={facts} />
      {facts.length > 0 && given.length > 0 && <p className="mt-1.5 text-muted text-sm">From the record:</p>}
      <FactList facts={given} isRaw />
    </section>
  );
}

function FactList({ facts, isRaw = false }: { facts: readonly Fact[]; isRaw?: boolean }) {
  if (facts.length === 0) return null;
  return (
    <dl
      className={`grid grid-cols-[minmax(90px,auto)_1fr] gap-x-3 gap-y-0.5 ${isRaw ? 'font-mono text-sm' : ''}`}
    >
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="break-words text-muted">{name || 'value'}</dt>
          <dd className="min-w-0 select-text wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The record as the gateway sent it. */
function RawRecord({ model: { id, raw } }: { model: Model }) {
  const text = useMemo(() => JSON.stringify(raw, undefined, 2) ?? '', [raw]);
  const lines = useMemo(() => linesOf(text), [text]);
  return (
    <section aria-label="Raw">
      <div className="mb-1 flex items-center">
        <h3 className="flex-1 font-semibold">Raw record</h3>
        <ViewCodeButton look="icon" input={() => ({ of: 'model', model: id })} />
        <CopyButton label="Copy raw record" text={() => text} />
      </div>
      <div className="flex h-72 flex-col">
        <VirtualLines label="Raw record" count={lines.length}>
          {(index) => lines[index]}
        </VirtualLines>
      </div>
    </section>
  );
}
