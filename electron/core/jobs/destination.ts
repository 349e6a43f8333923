import type { Settings } from '../../../shared/app/settings';
import { type MediaModality, modalities } from '../../../shared/modalities/modalities';
import type { Destination } from '../ports/jobs';

/** Where the files of a job go, as the settings are now. */
export function destinationOf(
  defaultFolder: string,
  settings: Settings,
  modality: MediaModality,
): Destination {
  const root = settings.mediaFolder === '' ? defaultFolder : settings.mediaFolder;
  return {
    folder: `${root.replace(/[/\\]+$/, '')}/${modalities[modality].resultFolder}`,
    fileNameTemplate: settings.fileNameTemplate,
  };
}
