/** Walks from one result to all that it was made from and all that was made from it. */
import { AppError } from '../../../shared/errors';
import {
  type FailedTake,
  type Lineage,
  type LineageEdge,
  type LineageNode,
  mostLineageNodes,
} from '../../../shared/media/lineage';
import { type Cost, shareOf } from '../../../shared/money/cost';
import type { InputOrigin, JobInput } from '../../../shared/run/inputs';
import type { LineageJob, LineageStore } from '../ports/lineage';

/** A node that was reached, and which ways lead on from it. */
interface Step {
  readonly node: LineageNode;
  readonly isUp: boolean;
  readonly isDown: boolean;
}

export interface LineageRequest {
  readonly id: string;
  /** Also what else was made from its ancestors, and what else those results were made from. */
  readonly isWhole: boolean;
}

/** @throws AppError `not_found` for a result that is gone */
export function lineageOf(store: LineageStore, { id, isWhole }: LineageRequest): Lineage {
  const walk = createWalk(store);
  const start = walk.result(id);
  if (start === null)
    throw new AppError({ code: 'not_found', message: 'This file is no longer in the library.' });
  const steps = new Map<string, Step>([[id, { node: start, isUp: true, isDown: true }]]);
  const edges = new Map<string, LineageEdge>();
  let isCut = false;
  const reach = (node: LineageNode, edge: LineageEdge, ways: Pick<Step, 'isUp' | 'isDown'>) => {
    const isNew = !steps.has(node.id);
    if (isNew && steps.size >= mostLineageNodes) {
      isCut = true;
      return;
    }
    edges.set(`${edge.from}\n${edge.to}\n${edge.role}`, edge);
    // A result that was made from itself in two ways is reached once: the first way is the shortest.
    if (isNew) steps.set(node.id, { node, ...ways });
  };
  const failed = new Map<string, FailedTake>();
  // A map is read on while it grows: nearest nodes first.
  for (const { node, isUp, isDown } of steps.values()) {
    if (isUp)
      for (const { other, role } of walk.above(node))
        reach(other, { from: other.id, to: node.id, role }, { isUp: true, isDown: isWhole });
    if (!isDown) continue;
    for (const take of walk.failed(node)) failed.set(take.jobId, take);
    for (const { other, role } of walk.below(node))
      reach(other, { from: node.id, to: other.id, role }, { isUp: isWhole, isDown: true });
  }
  const nodes = [...steps.values()].map(({ node }) => node);
  return { id, nodes, edges: [...edges.values()], isCut, failed: [...failed.values()] };
}

interface Neighbor {
  readonly other: LineageNode;
  readonly role: LineageEdge['role'];
}

/** The neighbors of nodes, each job read once. */
function createWalk(store: LineageStore) {
  const jobs = new Map<string, LineageJob | undefined>();
  const jobOf = (id: string) => {
    if (!jobs.has(id)) jobs.set(id, store.job(id));
    return jobs.get(id);
  };
  const costIn = (jobId: string): Cost | null => {
    const job = jobOf(jobId);
    return job === undefined ? null : shareOf(job.cost, job.results);
  };
  const result = (id: string): LineageNode | null => {
    const found = store.result(id);
    if (found === undefined) return null;
    const { fileName: name, origin } = found.item;
    // Without its job, as its own row has it.
    const cost = jobOf(origin.jobId) === undefined ? origin.cost : costIn(origin.jobId);
    return { kind: 'result', id, name, ...found, cost };
  };
  const deleted = ({ jobId, mediaId }: InputOrigin, name: string): LineageNode => {
    const { modality, model, prompt, createdAt } = jobOf(jobId) ?? {};
    const request = model === undefined ? null : { modality, model, prompt, createdAt };
    return { kind: 'deleted', id: mediaId, name, jobId, request, cost: costIn(jobId) } as LineageNode;
  };
  const resultOrDeleted = (origin: InputOrigin, name: string) =>
    result(origin.mediaId) ?? deleted(origin, name);

  return {
    result,
    /** What was asked for from a node in vain, and cost or may have cost something. */
    failed(node: LineageNode): readonly FailedTake[] {
      if (node.kind === 'file') return store.failedFromFile(node.file?.id ?? '');
      const jobId = jobOfNode(node);
      return jobId === null ? [] : store.failedFrom({ jobId, mediaId: node.id });
    },
    above(node: LineageNode): readonly Neighbor[] {
      if (node.kind === 'reply') return inputNodes(store.inputsOfReply(node.messageId), node.id);
      const jobId = jobOfNode(node);
      if (jobId === null) return [];
      const messageId = jobOf(jobId)?.messageId ?? null;
      if (messageId !== null) return [{ other: replyNode(store, messageId), role: 'reply' }];
      return inputNodes(store.inputsOf(jobId), jobId);
    },
    below(node: LineageNode): readonly Neighbor[] {
      if (node.kind === 'reply')
        return store
          .resultsOfReply(node.messageId)
          .map((origin) => ({ other: resultOrDeleted(origin, ''), role: 'reply' as const }));
      const jobId = jobOfNode(node);
      const made =
        node.kind === 'file'
          ? store.madeFromFile(node.file?.id ?? '')
          : store.madeFrom({ jobId: jobId ?? '', mediaId: node.id });
      return made
        .map(({ role, ...origin }) => ({ other: madeNode(origin), role }))
        .sort((one, other) => createdAt(one.other) - createdAt(other.other));
    },
  };

  function inputNodes(inputs: readonly JobInput[], place: string): readonly Neighbor[] {
    return inputs.map((input, position) => ({
      other: input.from ? resultOrDeleted(input.from, input.name) : fileNode(input, `${place}:${position}`),
      role: input.role,
    }));
  }

  /** What came with a reply is below the reply. */
  function madeNode(origin: InputOrigin): LineageNode {
    const messageId = jobOf(origin.jobId)?.messageId ?? null;
    return messageId === null ? resultOrDeleted(origin, nameOf(origin)) : replyNode(store, messageId);
  }

  /** Of a deleted result: what the input that is its copy is called. */
  function nameOf({ jobId, mediaId }: InputOrigin): string {
    const [child] = store.madeFrom({ jobId, mediaId });
    const inputs = child === undefined ? [] : store.inputsOf(child.jobId);
    return inputs.find(({ from }) => from?.mediaId === mediaId)?.name ?? '';
  }
}

function jobOfNode(node: LineageNode): string | null {
  if (node.kind === 'result') return node.item.origin.jobId;
  return node.kind === 'deleted' ? node.jobId : null;
}

function replyNode(store: LineageStore, messageId: string): LineageNode {
  const found = store.reply(messageId);
  const name = found?.title ?? '';
  return {
    kind: 'reply',
    id: `reply:${messageId}`,
    name,
    messageId,
    conversationId: found?.conversationId ?? null,
  };
}

function createdAt(node: LineageNode): number {
  if (node.kind === 'result') return node.item.origin.createdAt;
  return node.kind === 'deleted' ? (node.request?.createdAt ?? 0) : 0;
}

/** The same file is one node, however often it was used. */
function fileNode({ name, file }: JobInput, place: string): LineageNode {
  if (file === null) return { kind: 'file', id: `lost:${place}`, name, file: null };
  const { id, kind, hasThumbnail, width, height } = file;
  return { kind: 'file', id: `file:${id}`, name, file: { id, kind, hasThumbnail, width, height } };
}
