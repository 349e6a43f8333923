import { Expand, PaintbrushVertical, X } from 'lucide-react';
import { useRef } from 'react';
import { type MediaModality, modalities } from '../../../shared/modalities/modalities';
import { frameSizeOf, imageLimitsOf } from '../../../shared/models/known-image-limits';
import { rolesTaken } from '../../../shared/run/fitted-inputs';
import { fitsOf, fitText, type ImageFit } from '../../../shared/run/image-fit';
import { inputSlots } from '../../../shared/run/inputs';
import { usableParameters } from '../../lib/usable-parameters';
import { putGrown, putMask, removeInput, replaceInput } from '../../media/inputs';
import { TakesButton } from '../../parts/models/own-word';
import { useCoreState } from '../../state/core/core-state';
import { mediaUrl } from '../../state/core/media-url';
import { openClaims, useInputClaims } from '../../state/ui/claims-view';
import type { FormInput } from '../../state/ui/form';
import { useFormModel, useOfForm } from '../../state/ui/forms';
import { closeImageEdit, openImageEdit, useImageEdit } from '../../state/ui/mask-editor-state';
import { IconButton } from '../../ui/button';
import { classes } from '../../ui/classes';
import { FileInput } from '../../ui/file-input';
import { lazy, Suspense } from '../../ui/later';
import { AddButton, FromLibrary, quietButton } from './add-input';
import { useMissingInput } from './use-missing-input';

const MaskEditor = lazy(() => import('../../media/mask/mask-editor'));
const GrowDialog = lazy(() => import('../../media/mask/grow-dialog'));

const noSizes: readonly string[] = [];

const noInputs: readonly FormInput[] = [];

/** What the next request is made from, and a button for each role that its model takes. */
export default function InputSlots({ modality }: { modality: MediaModality }) {
  const id = useFormModel(modality);
  const model = useCoreState(({ app }) => app?.catalogue.models.find((one) => one.id === id));
  const inputs = useOfForm(modality, (form) => form.inputs ?? noInputs);
  const parameters = useOfForm(modality, (form) => form.parameters);
  const taken = rolesTaken(modality, model);
  const missing = useMissingInput(modality, id);
  const open = taken.filter(
    (role) => inputs.filter((one) => one.role === role).length < inputSlots[role].most,
  );
  if (inputs.length === 0 && open.length === 0) return null;
  const refused = inputs.find(({ role }) => !taken.includes(role));
  const subject = model ?? { id: id ?? '', capabilities: null };
  const usable = usableParameters(modalities[modality], subject.capabilities, parameters);
  const fits = fitsOf(inputs, imageLimitsOf(subject), frameSizeOf(subject, usable));
  return (
    <section aria-label="Inputs" className="flex flex-wrap items-center gap-2 px-3 pt-3">
      {inputs.map((input, position) => (
        <Slot
          key={`${input.role} ${input.file.id}`}
          {...{ modality, input, position }}
          fit={fits[position] ?? null}
        />
      ))}
      {open
        .filter((role) => role !== 'mask' || inputs.every((one) => one.role !== 'image'))
        .map((role) => (
          <AddButton key={role} modality={modality} role={role} isRequired={role === missing} />
        ))}
      {modality === 'image' && (
        <ImageTools
          inputs={inputs}
          takesMask={taken.includes('mask')}
          sizes={model?.capabilities?.sizes ?? noSizes}
        />
      )}
      {refused !== undefined && (
        <p className="w-full text-sm text-warn">
          This model doesn’t take {inputSlots[refused.role].inWords}. Choose a model that does, or remove it.{' '}
          {model !== undefined && <TakesButton model={model} kind={inputSlots[refused.role].kind} />}
        </p>
      )}
    </section>
  );
}

interface ImageToolsProps {
  inputs: readonly FormInput[];
  takesMask: boolean;
  /** Of its results, where the model names them. */
  sizes: readonly string[];
}

/** What can be drawn on the image to edit, and the dialog where that is done. */
function ImageTools({ inputs, takesMask, sizes }: ImageToolsProps) {
  const image = inputs.find(({ role }) => role === 'image')?.file;
  const mask = inputs.find(({ role }) => role === 'mask')?.file;
  const opened = useImageEdit((state) => state.open);
  if (image === undefined) return null;
  return (
    <>
      {(takesMask || mask !== undefined) && (
        <button type="button" onClick={() => openImageEdit('mask', image.id)} className={quietButton}>
          <PaintbrushVertical className="icon" aria-hidden />
          {mask === undefined ? 'Draw mask' : 'Edit mask'}
        </button>
      )}
      {image.width !== null && image.height !== null && (
        <button type="button" onClick={() => openImageEdit('grow', image.id)} className={quietButton}>
          <Expand className="icon" aria-hidden />
          Extend
        </button>
      )}
      {opened?.fileId === image.id && (
        <Suspense fallback={null}>
          {opened.dialog === 'mask' && (
            <MaskEditor
              image={image}
              known={mask}
              onUse={(blob) => putMask(image, blob)}
              onClose={closeImageEdit}
            />
          )}
          {opened.dialog === 'grow' && (
            <GrowDialog
              image={image}
              sizes={sizes}
              onUse={(files) => putGrown(image, files)}
              onClose={closeImageEdit}
            />
          )}
        </Suspense>
      )}
    </>
  );
}

interface SlotProps {
  modality: MediaModality;
  input: FormInput;
  position: number;
  /** What it is converted to; `null` where it is sent as it is. */
  fit: ImageFit | null;
}

const mostCharacters = 24;

/** Names of results begin alike, with their date and model. */
function endOfName(name: string): string {
  const characters = [...name];
  return characters.length <= mostCharacters ? name : `…${characters.slice(1 - mostCharacters).join('')}`;
}

function Slot({ modality, input, position, fit }: SlotProps) {
  const { role, file } = input;
  const field = useRef<HTMLInputElement>(null);
  const { label, kind } = inputSlots[role];
  const claims = useInputClaims(({ [file.id]: found }) => found);
  return (
    <div className="flex h-12 items-center gap-2 rounded-control border border-line bg-panel pl-1">
      <button
        type="button"
        title={`Replace ${file.name}`}
        data-focus={`input-${role}`}
        onClick={() => field.current?.click()}
        className="flex items-center gap-2 rounded-control pr-1"
      >
        {kind === 'image' && (
          <img
            src={mediaUrl(file.id, file.hasThumbnail ? 'thumbnail' : 'item')}
            alt=""
            className="size-10 rounded-control object-cover"
          />
        )}
        {kind === 'video' && (
          <video
            src={`${mediaUrl(file.id)}#t=0.1`}
            muted
            playsInline
            preload="metadata"
            tabIndex={-1}
            aria-hidden
            className="size-10 rounded-control object-cover"
          />
        )}
        <span className={classes('text-left text-sm leading-4', kind === 'audio' && 'pl-2')}>
          <span className="sr-only">Replace </span>
          {label}
          <span className="sr-only">: {file.name}</span>
          <bdi aria-hidden className="block max-w-40 truncate text-muted text-xs">
            {endOfName(file.name)}
          </bdi>
        </span>
      </button>
      {kind === 'audio' && (
        // biome-ignore lint/a11y/useMediaCaption: a sound that the person added has no captions
        <audio
          src={mediaUrl(file.id)}
          controls
          preload="metadata"
          aria-label={`${label}: ${file.name}`}
          className="h-8 w-56"
        />
      )}
      {(fit !== null || file.convertedFrom !== undefined) && (
        <p className="max-w-60 text-muted text-xs leading-4">
          {file.convertedFrom !== undefined && `Converted from ${file.convertedFrom}. `}
          {fit !== null && fitText(file, fit)}
        </p>
      )}
      {modality === 'image' && claims !== undefined && (
        <button
          type="button"
          title={`What ${file.name} says of itself`}
          onClick={() => openClaims(claims)}
          className={quietButton}
        >
          Settings in file
        </button>
      )}
      <FromLibrary modality={modality} role={role} input={input} />
      <IconButton icon={X} label={`Remove ${label}`} onClick={() => removeInput(modality, position)} />
      <FileInput
        input={field}
        label={`File for ${label}`}
        accept={`${kind}/*`}
        onFiles={([chosen]) => void replaceInput(modality, input, chosen)}
      />
    </div>
  );
}
