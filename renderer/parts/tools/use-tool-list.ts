import { useState } from 'react';
import type { Tool } from '../../../shared/run/tools';
import { readTyped, type TypedTool, typed } from './tool-form';

/** The tools as they are typed, and what is shown beside them: one of them, or the library. */
export function useToolList(first: readonly Tool[]) {
  const [tools, setTools] = useState(() => first.map(typed));
  const [shown, setShown] = useState(0);
  const [isLibrary, setLibrary] = useState(false);
  const show = (at: number) => {
    setShown(at);
    setLibrary(false);
  };
  return {
    tools,
    read: tools.map(readTyped),
    names: tools.map(({ name }) => name),
    shown,
    current: tools[shown],
    isLibrary,
    show,
    toggleLibrary: () => setLibrary(!isLibrary),
    /** The first of them is shown. */
    add(more: readonly TypedTool[]) {
      setTools([...tools, ...more]);
      show(tools.length);
    },
    remove(at: number) {
      setTools(tools.filter((_, index) => index !== at));
      setShown(Math.max(0, Math.min(shown, tools.length - 2)));
    },
    change: (key: number, change: Partial<TypedTool>) =>
      setTools(tools.map((one) => (one.key === key ? { ...one, ...change } : one))),
  };
}
