/** What the person says that a model takes: in its details, and where a file was refused. */
import { filesOfKind, takesFiles } from '../../../shared/media/file-inputs';
import { type ResultKind, resultKinds } from '../../../shared/media/media';
import type { Model } from '../../../shared/models/models';
import { saysWhatItTakes, stated } from '../../../shared/models/own-word';
import { SwitchRow } from '../../ui/switch-row';
import { sayTaken } from './model-choices';

const names: Readonly<Record<ResultKind, string>> = {
  image: 'Images',
  audio: 'Audio',
  video: 'Video',
  file: 'Documents and other files',
};

/** Switches for the kinds of files that the gateway's record leaves out. */
export function OwnWord({ model }: { model: Model }) {
  if (!saysWhatItTakes(model)) return null;
  const own = { capabilities: stated(model.capabilities) };
  const missing = resultKinds.filter((kind) => !takesFiles(own, kind));
  if (missing.length === 0) return null;
  const { ownWord = [] } = model.capabilities;
  return (
    <fieldset>
      <legend className="font-medium">Takes too, by your word</legend>
      <p className="mt-1 mb-2 text-muted text-sm">
        Lists of models are often behind. What you switch on is sent, and the gateway decides.
      </p>
      {missing.map((kind) => (
        <SwitchRow
          key={kind}
          label={names[kind]}
          on={ownWord.includes(kind)}
          onChange={(isOn) => void sayTaken(model, kind, isOn)}
        />
      ))}
    </fieldset>
  );
}

/** Beside the word that a model doesn't take a file. */
export function TakesButton({ model, kind }: { model: Model; kind: ResultKind }) {
  return (
    <button
      type="button"
      className="rounded-sm text-accent hover:underline"
      onClick={() => void sayTaken(model, kind, true)}
    >
      This model takes {filesOfKind[kind]}
    </button>
  );
}
