/** The table of saved tools. */
import type { SavedTool, ToolKey } from '../../../shared/run/saved-tools';
import type { Tool } from '../../../shared/run/tools';

export interface SavedToolStore {
  /** By their names. */
  list(): readonly SavedTool[];
  get(key: ToolKey): Tool | undefined;
  keyOf(tool: Tool, server: string): ToolKey;
  /** Adds it, or replaces what has this key, removed or not. */
  put(key: ToolKey, tool: Tool, now: number): void;
  /** Hides it, or shows it again with `null`. */
  setRemoved(key: ToolKey, at: number | null): void;
  purgeRemoved(): void;
}
