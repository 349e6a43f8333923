import { GitBranch, Maximize2, MessageSquare, RotateCw } from 'lucide-react';
import { type Lineage, type LineageNode, lineOf } from '../../../shared/media/lineage';
import { cutText } from '../../../shared/text/cut-text';
import { formatMinute } from '../../lib/format';
import {
  costOfAllText,
  kindText,
  modelOf,
  nodeCostText,
  roleText,
  titleOf,
} from '../../media/lineage/node-text';
import { CostBeside } from '../../parts/credits/cost-beside';
import { Button } from '../../ui/button';

interface NodeDetailsProps {
  lineage: Lineage;
  node: LineageNode;
  actions: NodeActions;
}

/** What can be done with the active node; each absent where it can't. */
export interface NodeActions {
  readonly open?: () => void;
  readonly branch?: () => void;
  readonly again?: () => void;
  readonly goToChat?: () => void;
}

/** All there is to know of the active node, and what it took to make it. */
export function NodeDetails({ lineage, node, actions }: NodeDetailsProps) {
  const request = requestOf(node);
  const line = lineOf(lineage, node.id);
  const nodes = lineage.nodes.filter(({ id }) => line.has(id));
  return (
    <aside
      aria-label="Details"
      className="flex w-[min(288px,40%)] flex-none flex-col gap-3 overflow-y-auto border-line border-l p-4 max-sm:h-2/5 max-sm:w-full max-sm:border-t max-sm:border-l-0 max-sm:p-3"
    >
      <p className="select-text whitespace-pre-wrap break-words">{cutText(titleOf(node), 4_000)}</p>
      {kindText(node) !== '' && <p className="text-warn">{kindText(node)}</p>}
      <div className="flex flex-wrap gap-2">
        <Action icon={Maximize2} label="Open" keys="Enter" run={actions.open} />
        <Action icon={GitBranch} label="Branch" keys="B" run={actions.branch} />
        {request !== null && actions.again !== undefined && (
          <span className="inline-flex items-center gap-2">
            <Action icon={RotateCw} label="New take" keys="N" run={actions.again} />
            <CostBeside intent={{ kind: 'retryJob', id: request.jobId }} />
          </span>
        )}
        <Action icon={MessageSquare} label="Open chat" run={actions.goToChat} />
      </div>
      <dl className="grid gap-2">
        <Fact name="Model" value={modelOf(node)} />
        <Fact name="Cost" value={nodeCostText(node)} />
        <Fact name="Cost with all it was made from" value={line.size > 1 ? costOfAllText(nodes) : ''} />
        <Fact name="Made from" value={inputsText(lineage, node.id)} />
        <Fact name="Name" value={node.name} />
        <Fact name="Created" value={createdText(node)} />
      </dl>
    </aside>
  );
}

interface ActionProps {
  icon: typeof GitBranch;
  label: string;
  keys?: string;
  run: (() => void) | undefined;
}

function Action({ icon: Icon, label, keys, run }: ActionProps) {
  if (run === undefined) return null;
  return (
    <Button onClick={run} title={keys === undefined ? label : `${label} (${keys})`}>
      <Icon className="icon" aria-hidden />
      {label}
    </Button>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return value === '' ? null : (
    <div>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="select-text wrap-anywhere">{value}</dd>
    </div>
  );
}

function inputsText({ nodes, edges }: Lineage, id: string): string {
  const name = (from: string) => cutText(nodes.find((node) => node.id === from)?.name ?? '', 60);
  return edges
    .filter(({ to }) => to === id)
    .map(({ from, role }) => `${roleText(role)}${name(from) === '' ? '' : `: ${name(from)}`}`)
    .join(', ');
}

function createdText(node: LineageNode): string {
  if (node.kind === 'result') return formatMinute(node.item.origin.createdAt);
  return node.kind === 'deleted' && node.request !== null ? formatMinute(node.request.createdAt) : '';
}

/** The request of a node, where it is known. */
export function requestOf(node: LineageNode): { readonly jobId: string; readonly model: string } | null {
  if (node.kind === 'result') return { jobId: node.item.origin.jobId, model: node.item.origin.model };
  return node.kind === 'deleted' && node.request !== null
    ? { jobId: node.jobId, model: node.request.model }
    : null;
}
