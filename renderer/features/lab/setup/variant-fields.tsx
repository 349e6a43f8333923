import { AddRowButton } from '../../../ui/add-row-button';
import { changeVariant, setLabDraft, useLabDraft } from './draft-store';
import { newKey, newVariant, type VariantDraft } from './lab-draft';
import { VariantRow } from './variant-row';

/** The variants: a model each, with its settings and, where it has one, a prompt of its own. */
export function VariantFields() {
  const variants = useLabDraft((draft) => draft.variants);
  const modality = useLabDraft((draft) => draft.modality);
  const add = (change: Partial<VariantDraft> = {}) =>
    setLabDraft({ variants: [...variants, newVariant(modality, change)] });
  return (
    <section aria-label="Variants" className="flex flex-col gap-2">
      <h3 className="font-semibold">Variants</h3>
      <ol className="flex flex-col gap-2">
        {variants.map((variant, at) => (
          <li key={variant.key}>
            <VariantRow
              variant={variant}
              name={`Variant ${at + 1}`}
              modality={modality}
              sharedTemplate={() => useLabDraft.getState().template}
              onChange={(to) => changeVariant(variant.key, to)}
              onCopy={() => add({ ...variant, key: newKey() })}
              onRemove={
                variants.length === 1
                  ? null
                  : () => setLabDraft({ variants: variants.filter(({ key }) => key !== variant.key) })
              }
            />
          </li>
        ))}
      </ol>
      <AddRowButton className="self-start" onAdd={() => add(nextVariant(variants))}>
        Add variant
      </AddRowButton>
    </section>
  );
}

/** The profile and settings of the last one; its model is chosen next. */
const nextVariant = (variants: readonly VariantDraft[]): Partial<VariantDraft> => {
  const last = variants.at(-1);
  return last === undefined ? {} : { profileId: last.profileId, setup: last.setup };
};
