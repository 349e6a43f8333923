/** What stories share that go on wherever a kill has left them. */
import type { CommandInput, CommandName, CommandResult } from '../../shared/contract';
import type { Job } from '../../shared/media/jobs';

export type Tell = <Name extends CommandName>(
  name: Name,
  input: CommandInput<Name>,
) => Promise<CommandResult<Name>>;

/** What may have been accepted is asked again by the person alone, under the same key. */
export async function ended(tell: Tell, id: string): Promise<Job> {
  for (;;) {
    const { jobs } = await tell('jobs.page', { modality: null, cursor: null, limit: 50 });
    const job = jobs.find((one) => one.id === id);
    if (job?.status === 'completed') return job;
    if (job?.status === 'failed') throw new Error(`${job.prompt}: ${job.error?.message}`);
    if (job?.status === 'interrupted') await tell('jobs.resume', { id });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
