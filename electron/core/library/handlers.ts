import { type Handlers, nothing } from '../dispatch';
import type { Ports } from '../ports/ports';
import { saveCaptions, spokenPartsOf } from './captions';
import type { Library } from './library';
import { lineageOf } from './lineage';

export function libraryHandlers({ files, storage }: Ports, library: Library) {
  return {
    'library.page': library.page,
    'library.models': library.models,
    'library.equalFiles': library.equalFiles,
    'library.tags': library.tags,
    'library.settings': library.settings,
    'media.rate': (input) => nothing(library.rate(input)),
    'media.tag': (input) => nothing(library.tag(input)),
    'media.note': (input) => nothing(library.note(input)),
    'media.readOrigin': ({ base64 }) => files.readOrigin(Buffer.from(base64, 'base64')),
    'media.captions': ({ id }) => spokenPartsOf({ storage }, id),
    'media.saveCaptions': (input) => saveCaptions({ storage, files }, input),
    'media.lineage': (input) => lineageOf(storage.lineage, input),
    'media.readClaims': ({ base64 }) => files.readClaims(Buffer.from(base64, 'base64')),
    'media.star': (input) => nothing(library.star(input)),
    'media.starAll': (input) => nothing(library.starAll(input)),
    'media.rename': library.rename,
    'media.remove': ({ ids }) => library.remove(ids).then(nothing),
    'media.restore': ({ ids }) => library.restore(ids).then(nothing),
    'media.trash': library.trash,
    'media.emptyTrash': (input) => library.emptyTrash(input).then(nothing),
    'media.export': ({ ids }) => library.exports.files(ids),
    'media.check': ({ ids }) => library.check(ids).then(nothing),
    'media.reveal': ({ id }) => nothing(library.reveal(id)),
    'media.saveAs': (input) => library.saveAs(input),
    'media.drag': ({ ids }) => nothing(library.drag(ids)),
  } satisfies Partial<Handlers>;
}
