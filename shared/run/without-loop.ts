import type { RunSettings } from './chat-settings';

/**
 * Settings without the permission to answer tools, and to spend, without a person: for what comes from elsewhere, and where
 * no rounds follow by themselves.
 */
export function withoutLoop({ tools, ...settings }: RunSettings): RunSettings {
  if (tools === undefined) return settings;
  const { loop: _loop, ...rest } = tools;
  return { ...settings, tools: rest };
}
