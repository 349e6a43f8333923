import { claimSourceNames, type FileClaim } from '../../../shared/media/claims';
import { cutText } from '../../../shared/text/cut-text';
import { focusSoon } from '../../lib/focus';
import { takeOver } from '../../media/job-actions';
import type { ClaimedFile } from '../../state/ui/claims-view';
import { chosenFormModel, formOf, setForm } from '../../state/ui/forms';
import { goTo } from '../../state/ui/navigation';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { scrollStop } from '../../ui/scroll-stop';

interface ClaimsDialogProps {
  file: ClaimedFile;
  onClose: () => void;
}

/** What a file says of itself, before anything of it goes into a form. */
export default function ClaimsDialog({ file, onClose }: ClaimsDialogProps) {
  const { fileName, claims } = file;
  const usable = claims.find(({ prompt }) => prompt !== undefined);
  const use = (what: 'text' | 'all') => {
    if (usable === undefined) return;
    const { inputs } = formOf('image');
    fillForm(usable, what);
    if (file.isInput) setForm('image', { inputs });
    onClose();
  };
  return (
    <Dialog title={`What ${cutText(fileName, 60)} says of itself`} size="form" onClose={onClose}>
      <p className="mb-3 text-muted text-sm">
        Another program wrote this into the file. Nothing of it was checked.
      </p>
      <div ref={scrollStop} className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto">
        {claims.map((claim) => (
          <Claim key={claim.source} claim={claim} />
        ))}
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Close</Button>
        {usable !== undefined && (
          <>
            <Button onClick={() => use('text')}>Use prompt</Button>
            <Button autoFocus onClick={() => use('all')}>
              Use prompt and settings
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Claim({ claim }: { claim: FileClaim }) {
  const { source, prompt, negativePrompt, model, seed, width, height, others } = claim;
  const size = width === undefined || height === undefined ? undefined : `${width} × ${height}`;
  const known: readonly (readonly [string, string | number | undefined])[] = [
    ['Prompt', prompt],
    ['Negative prompt', negativePrompt],
    ['Model', model],
    ['Seed', seed],
    ['Size', size],
  ];
  return (
    <section aria-label={claimSourceNames[source]}>
      <h3 className="mb-2 font-semibold">{claimSourceNames[source]}</h3>
      <dl className="grid grid-cols-[minmax(0,10rem)_minmax(0,1fr)] gap-x-4 gap-y-1">
        {[...known, ...others].map(([name, value]) =>
          value === undefined ? null : (
            <div key={name} className="contents">
              <dt className="truncate text-muted text-sm">{name}</dt>
              <dd className="select-text whitespace-pre-wrap wrap-anywhere">
                {cutText(String(value), 4_000)}
              </dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}

/** The model stays: the names of other programs are those of files on another computer. */
function fillForm(
  { prompt = '', negativePrompt, seed, width, height }: FileClaim,
  what: 'text' | 'all',
): void {
  const parameters = {
    ...(width !== undefined && height !== undefined && { size: `${width}x${height}` }),
    ...(seed !== undefined && seed >= 0 && { seed }),
    ...(negativePrompt !== undefined && { negativePrompt }),
  };
  const model = chosenFormModel('image') ?? '';
  const from = { from: 'the dropped file', isHeld: true };
  takeOver({ modality: 'image', prompt, model, parameters, extra: {} }, what, from);
  goTo('#/image');
  focusSoon('composer');
}
