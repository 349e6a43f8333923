/** The library of tools as it is now, and the user's commands for it. */
import { useEffect, useState } from 'react';
import type { Envelope } from '../../../shared/errors';
import type { SavedTool, ToolKey } from '../../../shared/run/saved-tools';
import type { Tool } from '../../../shared/run/tools';
import { call, listen } from '../../link/call';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { useAnswer } from '../../state/use-answer';

/** Read while the library is open, and again with each change. */
export function useSavedTools() {
  const round = useCoreState((state) => state.round);
  const [changes, setChanges] = useState(0);
  useEffect(
    () =>
      listen(({ type }) => {
        if (type === 'tools.changed') setChanges((before) => before + 1);
      }),
    [],
  );
  return useAnswer(() => call('tools.list', {}), [changes, round]);
}

/** Only what identifies it. */
export const keyOf = ({ server, name, schemaHash }: SavedTool): ToolKey => ({ server, name, schemaHash });

export const readTool = (tool: SavedTool): Promise<Envelope<Tool>> => call('tools.get', keyOf(tool));

export const saveTool = (tool: Tool) =>
  said(call('tools.save', { tool }), `${tool.name} saved to the library`);

export const removeTool = (tool: SavedTool): Promise<Envelope<null>> =>
  said(call('tools.remove', keyOf(tool)), `${tool.name} deleted from the library`);

export const restoreTool = (key: ToolKey): Promise<Envelope<null>> =>
  said(call('tools.restore', key), `${key.name} restored`);

/** Takes a save back: what it replaced, or nothing, is in the library again. */
export const undoSave = ({ key, replaced }: { key: ToolKey; replaced: Tool | null }) =>
  replaced === null ? call('tools.remove', key) : call('tools.save', { tool: replaced, server: key.server });

async function said<Value>(asked: Promise<Envelope<Value>>, done: string): Promise<Envelope<Value>> {
  const answer = await asked;
  if (answer.ok) announce(done);
  return answer;
}
