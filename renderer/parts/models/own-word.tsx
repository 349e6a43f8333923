/** What the person says that a model takes: in its details, and where a file was refused. */
import { filesOfKind, takesFiles } from '../../../shared/media/file-inputs';
import { type ResultKind, resultKinds } from '../../../shared/media/media';
import {
  mediaModalities,
  modalities,
  namedSettings,
  takesSetting,
} from '../../../shared/modalities/modalities';
import type { Model } from '../../../shared/models/models';
import { saysWhatItTakes, stated } from '../../../shared/models/own-word';
import { SwitchRow } from '../../ui/switch-row';
import { saySetting, sayTaken } from './model-choices';

const names: Readonly<Record<ResultKind, string>> = {
  image: 'Images',
  audio: 'Audio',
  video: 'Video',
  file: 'Documents and other files',
};

/** Switches for the kinds of files, and the settings, that the gateway's record leaves out. */
export function OwnWord({ model }: { model: Model }) {
  const kinds = missingKinds(model);
  const settings = missingSettings(model);
  if (kinds.length === 0 && settings.length === 0) return null;
  const { ownWord = [], ownSettings = [] } = model.capabilities ?? {};
  return (
    <fieldset>
      <legend className="font-medium">Takes too, by your word</legend>
      <p className="mt-1 mb-2 text-muted text-sm">
        Lists of models are often behind. What you switch on is sent, and the gateway decides.
      </p>
      {kinds.map((kind) => (
        <SwitchRow
          key={kind}
          label={names[kind]}
          on={ownWord.includes(kind)}
          onChange={(isOn) => void sayTaken(model, kind, isOn)}
        />
      ))}
      {settings.map(({ id, label }) => (
        <SwitchRow
          key={id}
          label={label}
          on={ownSettings.includes(id)}
          onChange={(isOn) => void saySetting(model, id, isOn)}
        />
      ))}
    </fieldset>
  );
}

function missingKinds(model: Model): readonly ResultKind[] {
  if (!saysWhatItTakes(model)) return [];
  const own = { capabilities: stated(model.capabilities) };
  return resultKinds.filter((kind) => !takesFiles(own, kind));
}

/** Of a model of images or videos: the settings that a form shows only where they are taken. */
function missingSettings({ capabilities }: Model) {
  if (capabilities === null) return [];
  const own = stated(capabilities);
  const ofModel = mediaModalities.filter((one) => capabilities.output.includes(modalities[one].mediaKind));
  const parameters = ofModel.flatMap((one) => modalities[one].parameters);
  return namedSettings.flatMap((id) => {
    const found = parameters.find((parameter) => parameter.id === id);
    return found?.kind === 'number' && !takesSetting(found, own) ? [{ id, label: found.label }] : [];
  });
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
