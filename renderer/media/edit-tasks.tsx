import type { MediaItem } from '../../shared/media/media';
import { type EditTask, editTasks } from '../../shared/models/models';
import { estimateText } from '../../shared/money/estimate';
import { makesKind } from '../lib/models-for';
import { call } from '../link/call';
import { announce } from '../state/announce';
import { useCoreState } from '../state/core/core-state';
import { createIntents } from '../state/idempotent-ask';
import { createPresses } from '../state/one-press';
import { goTo } from '../state/ui/navigation';
import { showProblem } from '../state/ui/problem';
import { showOnStage } from '../state/ui/stage';
import { useForecast } from '../state/use-forecast';
import { MenuItem } from './menu-item';

const labels: Readonly<Record<EditTask, string>> = {
  upscale: 'Upscale',
  removeBackground: 'Remove background',
};

/** What models of the profile do with an image without a prompt, where its list of models says so. */
export default function EditTasks({ item }: { item: MediaItem }) {
  return editTasks.map((task) => <TaskItem key={task} task={task} item={item} />);
}

function TaskItem({ task, item }: { task: EditTask; item: MediaItem }) {
  const model = useModelFor(task);
  // The price counts how many inputs there are: which file it will be is known once it is pressed.
  const forecast = useForecast(
    model === null
      ? null
      : { kind: 'job', ...requestFor(task, model, { id: '0'.repeat(64), name: 'image' }) },
  );
  if (model === null) return null;
  const cost = forecast && estimateText(forecast);
  return (
    <MenuItem onSelect={() => void run(task, model, item)}>
      {labels[task]}
      {cost && <span className="ml-auto pl-4 text-credit text-sm">{cost}</span>}
    </MenuItem>
  );
}

const useModelFor = (task: EditTask): string | null =>
  useCoreState(
    ({ app }) =>
      app?.catalogue.models.find(
        (model) => makesKind(model, 'image') && model.capabilities?.tasks?.includes(task),
      )?.id ?? null,
  );

function requestFor(task: EditTask, model: string, file: { readonly id: string; readonly name: string }) {
  const input = { role: 'image' as const, ...file };
  return {
    modality: 'image' as const,
    model,
    prompt: labels[task],
    parameters: {},
    extra: {},
    inputs: [input],
  };
}

const intents = createIntents();
const presses = createPresses();

async function run(task: EditTask, model: string, item: MediaItem): Promise<void> {
  const file = await call('attachments.addFromLibrary', { mediaId: item.id });
  if (!file.ok) return showProblem('Couldn’t use the result', file.error);
  const request = requestFor(task, model, { id: file.value.id, name: file.value.name });
  if (presses.isRepeated(task, request)) return;
  const from = { jobId: item.origin.jobId, mediaId: item.id };
  const inputs = request.inputs.map((input) => ({ ...input, from }));
  let made = '';
  const answer = await intents.ask(`${task} ${item.id}`, (id, isConfirmed) => {
    made = id;
    return call('jobs.create', { ...request, inputs, id, isConfirmed });
  });
  if (answer === null) return;
  if (!answer.ok) return showProblem(`Couldn’t start “${labels[task]}”`, answer.error);
  presses.accepted(task, request);
  announce(`${labels[task]} started`);
  showOnStage('image', made);
  goTo('#/image');
}
