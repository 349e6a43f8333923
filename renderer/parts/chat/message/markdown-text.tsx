import { useSyncExternalStore } from 'react';
import { untilLoaded } from '../../../lib/until-loaded';

type MarkdownModule = typeof import('../../markdown/markdown');

let loaded: MarkdownModule | null = null;
let loading: Promise<void> | null = null;
const waiting = new Set<() => void>();

/** Loads the renderer, which the first screen does not need. */
export function loadMarkdown(): Promise<void> {
  loading ??= untilLoaded(() => import('../../markdown/markdown')).then((module) => {
    loaded = module;
    for (const notify of waiting) notify();
  });
  return loading;
}

function useMarkdownModule(): MarkdownModule | null {
  return useSyncExternalStore(
    (notify) => {
      waiting.add(notify);
      void loadMarkdown();
      return () => waiting.delete(notify);
    },
    () => loaded,
  );
}

/** A model's text: plain until the renderer is loaded, which starts long before it is needed. */
export function MarkdownText({ text, streaming }: { text: string; streaming: boolean }) {
  const module = useMarkdownModule();
  if (module === null) return <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>;
  return <module.Markdown text={text} streaming={streaming} />;
}
