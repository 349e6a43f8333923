import { useState } from 'react';
import type { Job } from '../../../shared/jobs';
import type { MediaModality } from '../../../shared/modalities';
import { pageModalities } from '../../media/modalities/page-modalities';
import type { Entry } from '../../media/stage/entry';
import { Stage } from '../../media/stage/stage';
import { StageSpeech } from '../../media/stage/stage-speech';
import { useCoreState } from '../../state/core/core-state';
import { useResultView } from '../../state/ui/result-view';
import { ErrorCard } from '../../ui/alert';
import { EmptyResults } from './empty-results';
import { ResultGrid } from './result-grid';
import { SpeechList, type SpeechListProps } from './speech-list';
import { useEntries, useJobPages } from './use-entries';

interface ResultsProps {
  modality: MediaModality;
  /** Incremented with each started job, which scrolls the newest into view. */
  turn: number;
}

/** What was made and is being made, newest first: one large, or all of them; speech as a list. */
export function Results({ modality, turn }: ResultsProps) {
  const entries = useEntries(modality);
  const { layout } = useResultView(modality);
  const [isNearEnd, setNearEnd] = useState(false);
  const pages = useJobPages(modality, isNearEnd);
  const near = { entries, onNearEnd: setNearEnd };
  if (pages.error !== null) {
    return (
      <div className="flex-1 p-5">
        <ErrorCard error={pages.error} />
      </div>
    );
  }
  if (entries.length === 0) return <Nothing modality={modality} isLoading={pages.isLoading} />;
  if (pageModalities[modality].isList) return <SpeechResults {...near} turn={turn} />;
  if (layout === 'grid') return <ResultGrid modality={modality} turn={turn} {...near} />;
  return <Stage modality={modality} {...near} />;
}

function SpeechResults(props: SpeechListProps) {
  const newestId = useCoreState(({ jobs }) => newestSpeech(props.entries, jobs));
  return (
    <>
      <StageSpeech newestId={newestId} />
      <SpeechList {...props} />
    </>
  );
}

function newestSpeech(entries: readonly Entry[], jobs: Readonly<Record<string, Job>>): string | null {
  for (const { jobId } of entries) {
    const file = jobs[jobId]?.media[0];
    if (file !== undefined) return file.id;
  }
  return null;
}

function Nothing({ modality, isLoading }: { modality: MediaModality; isLoading: boolean }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-5">
      {!isLoading && <EmptyResults modality={modality} />}
    </div>
  );
}
