/** Voices that a model's record lists, as names or as records that say more of each. */
import type { Capabilities, VoiceFacts } from '../../../shared/models/models';
import { isRecord, type JsonRecord, namesOf, textOrNull } from './json';

/** `{}` where no voice is named. */
export function readVoices(value: unknown): Pick<Capabilities, 'voices' | 'voiceFacts'> {
  const voices = namesOf(value);
  if (voices.length === 0) return {};
  const facts = [value].flat().flatMap((item): [string, VoiceFacts][] => {
    const [id] = namesOf(item);
    return isRecord(item) && id !== undefined ? [[id, factsOf(item, id)]] : [];
  });
  const known = facts.filter(([, one]) => Object.keys(one).length > 0);
  return { voices, ...(known.length > 0 && { voiceFacts: Object.fromEntries(known) }) };
}

function factsOf(record: JsonRecord, id: string): VoiceFacts {
  const name = textOrNull(record.display_name ?? record.displayName ?? record.name);
  const labels = isRecord(record.labels) ? record.labels : {};
  const places = [record.languages, record.language, record.locale, record.language_code, record.lang];
  const languages = [...places, record.verified_languages, record.languageCodes, labels.language]
    .flatMap(languagesIn)
    .filter((language, index, all) => all.indexOf(language) === index);
  return {
    ...(name !== null && name !== id && { name }),
    ...(languages.length > 0 && { languages }),
  };
}

/** A code or a word; a record of one; or a list of them. */
function languagesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(languagesIn);
  const named = isRecord(value)
    ? (value.code ?? value.language_code ?? value.locale ?? value.language_id ?? value.language ?? value.name)
    : value;
  const text = textOrNull(named)?.trim() ?? '';
  return text === '' ? [] : [text];
}
