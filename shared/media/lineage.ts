/** What was made from what: results, and all that they came from, as nodes with edges between them. */

import type { MediaModality } from '../modalities/modalities';
import { type Cost, toCost } from '../money/cost';
import type { Amount, MoneyUnit } from '../money/money';
import type { InputRole } from '../run/input-roles';
import type { MediaItem, ResultKind } from './media';

/** The answer to `media.lineage` has at most this many nodes. */
export const mostLineageNodes = 1_000;

interface NodeOfAnyKind {
  /** Unique in its graph; of a result its own id. */
  readonly id: string;
  readonly name: string;
}

/** A result of the library, or of the trash. */
export interface ResultNode extends NodeOfAnyKind {
  readonly kind: 'result';
  readonly item: MediaItem;
  readonly isTrashed: boolean;
  /** Its share of what its request cost; `null` where that is unknown. */
  readonly cost: Cost | null;
}

/** A result that was deleted permanently: its request is kept. */
export interface DeletedNode extends NodeOfAnyKind {
  readonly kind: 'deleted';
  readonly jobId: string;
  /** `null` where the request isn't on this computer either. */
  readonly request: {
    readonly modality: MediaModality;
    readonly model: string;
    readonly prompt: string;
    readonly createdAt: number;
  } | null;
  readonly cost: Cost | null;
}

/** A file that was added from this computer, or from elsewhere. */
export interface FileNode extends NodeOfAnyKind {
  readonly kind: 'file';
  /** `null` where the file is no longer stored. */
  readonly file: {
    readonly id: string;
    readonly kind: ResultKind;
    readonly hasThumbnail: boolean;
    readonly width: number | null;
    readonly height: number | null;
  } | null;
}

/** The chat reply that a result came with; its cost is that of its results. */
export interface ReplyNode extends NodeOfAnyKind {
  readonly kind: 'reply';
  /** `null` where the chat was deleted. */
  readonly conversationId: string | null;
  readonly messageId: string;
}

export type LineageNode = ResultNode | DeletedNode | FileNode | ReplyNode;

export interface LineageEdge {
  readonly from: string;
  readonly to: string;
  readonly role: InputRole | 'reply';
}

/** A request that was made from results or files of a lineage, has no result, and was charged or may have been. */
export interface FailedTake {
  readonly jobId: string;
  /** `null` where it is unknown what it cost. */
  readonly cost: Cost | null;
}

export interface Lineage {
  /** The node that was asked for. */
  readonly id: string;
  readonly nodes: readonly LineageNode[];
  /** No two are the same. */
  readonly edges: readonly LineageEdge[];
  /** There are more than {@link mostLineageNodes}. */
  readonly isCut: boolean;
  /** Each once, also where it was made from several of the nodes; they are no nodes themselves. */
  readonly failed: readonly FailedTake[];
}

/** What nodes have cost together, and for how many of them that is unknown. */
export interface LineageCost {
  /** `null` where nothing is known. */
  readonly known: Cost | null;
  readonly unknown: number;
}

/** Files and replies have no cost of their own. */
export const costOfNode = (node: LineageNode): Cost | null | undefined =>
  node.kind === 'result' || node.kind === 'deleted' ? node.cost : undefined;

export const costOfNodes = (nodes: readonly LineageNode[]): LineageCost =>
  sumOf(nodes.map(costOfNode).filter((cost) => cost !== undefined));

/** Of all nodes and of the requests that failed; and of those alone. */
export function costOfTree({ nodes, failed }: Pick<Lineage, 'nodes' | 'failed'>): {
  readonly all: LineageCost;
  readonly failed: LineageCost;
} {
  const ofNodes = nodes.map(costOfNode).filter((cost) => cost !== undefined);
  const ofFailed = failed.map(({ cost }) => cost);
  return { all: sumOf([...ofNodes, ...ofFailed]), failed: sumOf(ofFailed) };
}

function sumOf(costs: readonly (Cost | null)[]): LineageCost {
  const sums: Partial<Record<MoneyUnit, number>> = {};
  const known = costs.filter((cost) => cost !== null);
  for (const { unit, amount } of known.flat()) sums[unit] = ((sums[unit] ?? 0) + amount) as Amount;
  const unknown = costs.length - known.length;
  return { known: known.length === 0 && unknown > 0 ? null : toCost(sums), unknown };
}

type Edges = Pick<Lineage, 'edges'>;

/** A node and all that it was made from: what it took to make it. */
export function lineOf(lineage: Edges, id: string): ReadonlySet<string> {
  const parents = new Map<string, string[]>();
  for (const { from, to } of lineage.edges) parents.set(to, [...(parents.get(to) ?? []), from]);
  const line = new Set([id]);
  for (const one of line) for (const parent of parents.get(one) ?? []) line.add(parent);
  return line;
}
