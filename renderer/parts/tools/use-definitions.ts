import { useEffect, useState } from 'react';
import DefinitionsWorker from './definitions-worker?worker';
import type { ReadDefinitions } from './read-definitions';

/** Typing pauses for as long before the text is read. */
const pauseMs = 150;
const patienceMs = 30_000;
const gaveUp: ReadDefinitions = { tools: [], leftOut: [], why: 'Reading the text took too long.' };

/** What the text defines; `null` while it is read, and for no text. */
export function useDefinitions(text: string): ReadDefinitions | null {
  const [read, setRead] = useState<{ readonly of: string; readonly found: ReadDefinitions } | null>(null);
  useEffect(() => {
    if (text.trim() === '') return;
    let end = () => {};
    const timer = setTimeout(() => {
      end = begin(text, (found) => setRead({ of: text, found }));
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [text]);
  return read?.of === text ? read.found : null;
}

/** @returns what ends it */
function begin(text: string, take: (found: ReadDefinitions) => void): () => void {
  const worker = new DefinitionsWorker();
  const timer = setTimeout(() => {
    worker.terminate();
    take(gaveUp);
  }, patienceMs);
  worker.onmessage = ({ data }: MessageEvent<ReadDefinitions>) => {
    clearTimeout(timer);
    take(data);
  };
  worker.onerror = () => take(gaveUp);
  worker.postMessage(text);
  return () => {
    clearTimeout(timer);
    worker.terminate();
  };
}
