/** Nodes of a lineage in words. */
import {
  costOfNode,
  costOfNodes,
  costOfTree,
  type Lineage,
  type LineageCost,
  type LineageEdge,
  type LineageNode,
} from '../../../shared/media/lineage';
import { modelText } from '../../../shared/modalities/modalities';
import { costText } from '../../../shared/money/cost';
import { inputSlots } from '../../../shared/run/inputs';
import { cutText } from '../../../shared/text/cut-text';
import { formatCost } from '../../lib/format';
import { promptTitle } from '../../lib/prompt-title';

/** What it is, where it is no result. */
export function kindText(node: LineageNode): string {
  if (node.kind === 'file') return node.file === null ? 'File no longer stored' : 'File from this computer';
  if (node.kind === 'reply') return node.conversationId === null ? 'Reply of a deleted chat' : 'Chat reply';
  if (node.kind === 'deleted') return 'Deleted';
  if (node.isTrashed) return 'In the trash';
  return node.item.isMissing ? 'The file has been moved or deleted' : '';
}

/** Its prompt, or what else it goes by. */
export function titleOf(node: LineageNode): string {
  if (node.kind === 'result') return promptTitle(node.item.origin.prompt);
  if (node.kind === 'deleted') return promptTitle(node.request?.prompt ?? node.name) || 'Result';
  return node.name || kindText(node);
}

export const modelOf = (node: LineageNode): string => {
  if (node.kind === 'result') return modelText(node.item.origin.model);
  return node.kind === 'deleted' && node.request !== null ? modelText(node.request.model) : '';
};

/** `4 cr`; empty for what has no cost of its own. */
export function nodeCostText(node: LineageNode): string {
  const cost = costOfNode(node);
  return cost === undefined ? '' : formatCost(cost);
}

/** `12 cr`, `12 cr and 2 of unknown cost`, or that nothing of it is known. */
export const costOfAllText = (nodes: readonly LineageNode[]): string => sumText(costOfNodes(nodes));

/** The same with what failed requests cost: `16 cr, 4 cr of it for 2 failed takes`. */
export function costOfTreeText(lineage: Pick<Lineage, 'nodes' | 'failed'>): string {
  const { all, failed } = costOfTree(lineage);
  const count = lineage.failed.length;
  if (count === 0) return sumText(all);
  const takes = count === 1 ? '1 failed take' : `${count} failed takes`;
  const part = failed.known === null ? 'with' : `${sumText(failed)} of it for`;
  return `${sumText(all)}, ${part} ${takes}`;
}

function sumText({ known, unknown }: LineageCost): string {
  const text = costText(known);
  if (text === null) return 'cost unknown';
  return unknown === 0 ? text : `${text} and ${unknown} of unknown cost`;
}

export const roleText = (role: LineageEdge['role']): string =>
  role === 'reply' ? 'Came with the reply' : inputSlots[role].label;

/** What a file was for what was made from it, such as a mask, which has the name of its image: `Image to edit, Mask`. */
export function rolesText({ edges }: Pick<Lineage, 'edges'>, node: LineageNode): string {
  if (node.kind !== 'file') return '';
  const roles = edges.filter(({ from }) => from === node.id).map(({ role }) => roleText(role));
  return [...new Set(roles)].join(', ');
}

/** For those who do not see its place: `a harbor at dawn, Deleted, 4 cr`, `photo.jpg, Mask, File from this computer`. */
export const spokenNode = (node: LineageNode, roles = ''): string =>
  [cutText(titleOf(node), 200), roles, kindText(node), nodeCostText(node)]
    .filter((text) => text !== '')
    .join(', ');
