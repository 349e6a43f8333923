/** How the inputs of a request for media are written: as fields of its JSON, or as files of a form. */
import type { InputRole } from '../../../shared/run/input-roles';
import { isRecord, type JsonRecord } from '../parse/json';
import type { InputMark, WrittenInputs } from '../types/call';

export interface InputWriter {
  readonly roles: readonly InputRole[];
  /** Requests without inputs are written by it too: their model is asked for elsewhere, or in another form. */
  readonly withoutInputs?: true;
  /** @param marks of these roles alone */
  write(body: JsonRecord, marks: readonly InputMark[]): WrittenInputs;
}

/** A field, and what it holds of a file; several files of one field are a list. */
export interface Place {
  readonly field: string;
  readonly isList?: true;
  readonly wrap?: (marker: string) => unknown;
}

export type Places = Readonly<Partial<Record<InputRole, Place | string>>>;

export const list = (field: string, wrap?: Place['wrap']): Place => ({
  field,
  isList: true,
  ...(wrap && { wrap }),
});

const rolesIn = (places: Places) => Object.keys(places) as InputRole[];
const placeOf = (places: Places, role: InputRole): Place => {
  const place = places[role] ?? role;
  return typeof place === 'string' ? { field: place } : place;
};

interface FieldsOptions extends Pick<WrittenInputs, 'isEdit' | 'path' | 'isBare'> {
  /** The object of the body that holds the fields. */
  readonly inside?: string;
  /** Fields that go with the inputs. */
  readonly also?: (marks: readonly InputMark[]) => JsonRecord;
  readonly withoutInputs?: true;
}

/** JSON. */
export function fields(
  places: Places,
  { inside, also, withoutInputs, ...where }: FieldsOptions = {},
): InputWriter {
  return {
    roles: rolesIn(places),
    ...(withoutInputs && { withoutInputs }),
    write(body, marks) {
      const put = { ...also?.(marks), ...putAll(places, marks) };
      const held = inside === undefined ? undefined : body[inside];
      const written = inside === undefined ? put : { [inside]: { ...(isRecord(held) && held), ...put } };
      return { body: { ...body, ...written }, ...where };
    },
  };
}

/** Files in fields that are numbered from the second on: `image`, `image2`, `image3`. */
export const numbered = (field: string, roles: readonly InputRole[]): InputWriter => ({
  roles,
  write: (body, marks) => ({
    body: {
      ...body,
      ...Object.fromEntries(
        marks.map(({ marker }, index) => [index === 0 ? field : `${field}${index + 1}`, marker]),
      ),
    },
  }),
});

interface OneOrMany extends Pick<WrittenInputs, 'isEdit'> {
  readonly roles: readonly InputRole[];
  readonly one: string;
  readonly many: string;
  readonly wrap: NonNullable<Place['wrap']>;
}

/** A field for a single file, and another that lists several. */
export const oneOrMany = ({ roles, one, many, wrap, ...where }: OneOrMany): InputWriter => ({
  roles,
  write(body, marks) {
    const files = marks.map(({ marker }) => wrap(marker));
    return { body: { ...body, ...(files.length === 1 ? { [one]: files[0] } : { [many]: files }) }, ...where };
  },
});

function putAll(places: Places, marks: readonly InputMark[]): JsonRecord {
  const put: Record<string, unknown> = {};
  for (const { role, marker } of marks) {
    const { field, isList = false, wrap = (one: string): unknown => one } = placeOf(places, role);
    const before = put[field] === undefined ? [] : [put[field]].flat();
    put[field] = isList || before.length > 0 ? [...before, wrap(marker)] : wrap(marker);
  }
  return put;
}

/** A multipart form; a field with several files ends in `[]` (platform.openai.com/docs/api-reference/images/createEdit). */
export function form(places: Readonly<Partial<Record<InputRole, string>>>, isEdit?: true): InputWriter {
  return {
    roles: rolesIn(places),
    write(body, marks) {
      const named = marks.map(({ role, marker }) => ({ field: places[role] ?? role, marker }));
      const isMany = (field: string) => named.filter((one) => one.field === field).length > 1;
      const files = named.map(({ field, marker }) => ({
        field: isMany(field) ? `${field}[]` : field,
        marker,
      }));
      return { body, form: files, ...(isEdit && { isEdit }) };
    },
  };
}
