import { createContext, type ReactNode, useContext } from 'react';
import type { CheckResult } from '../../../shared/checks/checks';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { seenAt, useFailedProbes } from './seen-probes';

const FailedProbes = createContext<readonly CheckResult[]>([]);

interface SeenProbesProps {
  profileId: string | null;
  model: string | null;
  children: ReactNode;
}

/** Asks what checks saw of the model. The answer comes late, and draws the notes alone, not the fields between them. */
export function SeenProbes({ profileId, model, children }: SeenProbesProps) {
  return <FailedProbes value={useFailedProbes(profileId, model)}>{children}</FailedProbes>;
}

/** A field that was tried says how that went; it can be set all the same. */
export function SeenNote({ id, settings }: { id: string; settings: RunSettings }) {
  const text = seenAt(id, settings, useContext(FailedProbes));
  return text === null ? null : <p className="mt-1 text-sm text-warn [overflow-wrap:anywhere]">{text}</p>;
}
