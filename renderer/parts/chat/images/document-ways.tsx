import { useEffect, useState } from 'react';
import {
  type DocumentReading,
  documentLimits,
  documentTypes,
  drawnPages,
  type FileWay,
  unreadTexts,
} from '../../../../shared/media/documents';
import { wayOf, waysOf } from '../../../../shared/media/file-inputs';
import type { StoredFile } from '../../../../shared/media/files';
import { counted } from '../../../lib/counted';
import { call } from '../../../link/call';
import { useCoreState } from '../../../state/core/core-state';
import { draftOf, setDraft, useDraft } from '../../../state/ui/drafts';
import { useModel } from '../../../state/ui/selectors';
import { type SpendingIntent, useForecast } from '../../../state/use-forecast';
import { costWords } from '../../credits/cost-text';

/** How each document of a draft is sent, with what the model gets and about how much each way takes. */
export default function DocumentWays({ draftKey, chatKey }: { draftKey: string; chatKey: string }) {
  const { attachments = [] } = useDraft(draftKey);
  const documents = attachments.filter(({ contentType }) => Object.hasOwn(documentTypes, contentType));
  if (documents.length === 0) return null;
  return (
    <ul aria-label="How documents are sent" className="flex flex-col gap-1.5 px-4 py-1.5">
      {documents.map((file, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one file may be in a message twice.
        <li key={`${file.id} ${at}`}>
          <DocumentWay file={file} draftKey={draftKey} chatKey={chatKey} />
        </li>
      ))}
    </ul>
  );
}

interface DocumentWayProps {
  file: StoredFile;
  draftKey: string;
  chatKey: string;
}

function DocumentWay({ file, draftKey, chatKey }: DocumentWayProps) {
  const { reading, problem } = useReading(file, draftKey);
  const model = useModel(chatKey);
  const known = useCoreState(({ app }) => app?.catalogue.models.find(({ id }) => id === model));
  const { document = reading ?? undefined } = file;
  if (problem !== null) return <p className="text-sm text-warn">{problem}</p>;
  if (document === undefined)
    return (
      <p className="text-muted text-sm">
        {reading === null ? `Reading ${file.name}…` : pagesText(reading.pages)}
      </p>
    );
  const read = { ...file, document };
  const ways = waysOf(read, known);
  const chosen = wayOf(read, known);
  const setWay = (way: FileWay) => change(draftKey, file.id, { way, document });
  return (
    <div className="flex flex-col gap-1 text-sm">
      <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <legend className="float-left mr-4 max-w-60 truncate text-muted">
          <bdi>{file.name}</bdi>, {pagesText(document.pages)}
        </legend>
        {[...new Set<FileWay>([...ways, chosen])].map((way) => (
          <label key={way} className="inline-flex items-center gap-1.5">
            <input
              type="radio"
              name={`way-${draftKey}-${file.id}`}
              checked={way === chosen}
              onChange={() => setWay(way)}
            />
            {labels[way]}
            <WayFigure file={file} way={way} model={model} />
          </label>
        ))}
      </fieldset>
      <WhatIsSent document={document} way={chosen} sample={reading?.sample ?? ''} />
    </div>
  );
}

const labels: Readonly<Record<FileWay, string>> = {
  file: 'As file',
  text: 'As text',
  images: 'As images',
};

const pagesText = (pages: number): string => counted(pages, 'page');

/** The prompt alone: what the same message costs beside it is the same in each way. */
function WayFigure({ file, way, model }: { file: StoredFile; way: FileWay; model: string | null }) {
  const { id, name } = file;
  const intent: SpendingIntent | null =
    model === null || way === 'file'
      ? null
      : {
          kind: 'message',
          conversationId: null,
          text: '',
          attachments: [{ id, name, way }],
          model,
          settings: { maxTokens: 1 },
        };
  const forecast = useForecast(intent);
  if (way === 'file') return <span className="text-muted">counted by the gateway</span>;
  if (forecast === null || forecast.promptTokens === null) return null;
  const cost = costWords(forecast);
  return (
    <span className="text-muted" title={cost?.title}>
      ≈ {counted(forecast.promptTokens, 'token')}
      {cost !== null && ` · ${cost.text}`}
    </span>
  );
}

interface WhatIsSentProps {
  document: NonNullable<StoredFile['document']>;
  way: FileWay;
  sample: string;
}

/** What the model really gets; the beginning of the text can be opened. */
function WhatIsSent({ document, way, sample }: WhatIsSentProps) {
  const { pages, isCut = false, unread } = document;
  const drawn = drawnPages(document);
  return (
    <>
      {unread !== undefined && <p className="text-warn">This document {unreadTexts[unread]}.</p>}
      {way === 'images' && drawn < pages && (
        <p className="text-warn">
          Only the first {drawn} of {pages} pages are sent.
        </p>
      )}
      {way === 'text' && isCut && (
        <p className="text-warn">
          The text is cut after {documentLimits.characters.toLocaleString('en')} characters.
        </p>
      )}
      {way === 'text' && sample !== '' && (
        <details>
          <summary className="cursor-pointer text-accent">Show the beginning of the text</summary>
          <pre className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere] rounded-control border border-line bg-panel p-2">
            {sample}
          </pre>
        </details>
      )}
    </>
  );
}

/** Smaller documents are read as a whole at once. */
const QUICK_BYTES = 300_000;

interface Reading {
  readonly reading: DocumentReading | null;
  readonly problem: string | null;
}

/** The first page comes before the whole is read; the facts are kept with the draft. */
function useReading({ id, bytes, document }: StoredFile, draftKey: string): Reading {
  const [state, setState] = useState<Reading>({ reading: null, problem: null });
  const isKnown = document !== undefined;
  useEffect(() => {
    let isOver = false;
    const ask = async (isFirst: boolean) => {
      const answer = await call('attachments.read', { id, ...(isFirst && { isFirst }) });
      if (isOver) return;
      if (!answer.ok) setState({ reading: null, problem: answer.error.message });
      else if (answer.value !== null) {
        setState({ reading: answer.value, problem: null });
        const { sample: _sample, ...facts } = answer.value;
        if (!isFirst && !isKnown) change(draftKey, id, { document: facts });
      }
    };
    void (async () => {
      if (!isKnown && bytes > QUICK_BYTES) await ask(true);
      if (!isOver) await ask(false);
    })();
    return () => {
      isOver = true;
    };
  }, [id, bytes, draftKey, isKnown]);
  return state;
}

function change(draftKey: string, id: string, facts: Partial<StoredFile>): void {
  const { attachments = [] } = draftOf(draftKey);
  setDraft(draftKey, { attachments: attachments.map((one) => (one.id === id ? { ...one, ...facts } : one)) });
}
