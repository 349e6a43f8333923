/** The library of tools. `tools.changed` reports every change; windows then read the list again. */
import { z } from 'zod';
import { type SavedTool, savedToolLimits, type ToolKey } from '../run/saved-tools';
import type { Tool } from '../run/tools';
import { oneToolSchema, toolNameSchema } from '../run/tools-schema';
import { answers, nothing } from './spec';

const server = z.string().max(savedToolLimits.serverCharacters);
const key = z.strictObject({
  server,
  name: toolNameSchema,
  schemaHash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal'),
});

export const toolsCommands = {
  /** By their names. */
  'tools.list': answers<readonly SavedTool[]>()(() => nothing),
  'tools.get': answers<Tool>()(() => key),
  /**
   * Saves a copy with its results and rules; one with the same key is replaced, and returned so that this can be undone.
   * `server` is empty where it is left out.
   */
  'tools.save': answers<{ readonly key: ToolKey; readonly replaced: Tool | null }>()(() =>
    z.strictObject({ tool: oneToolSchema, server: server.optional() }),
  ),
  /** Chats that have a copy keep it. Can be undone by `tools.restore` until the app is closed. */
  'tools.remove': answers<null>()(() => key),
  'tools.restore': answers<null>()(() => key),
};
