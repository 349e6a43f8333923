/** Pasted text into the form of a new gateway. Pure, so that what fills which field is tested without a page. */
import { knownGateway } from '../../../../shared/gateways/gateways';
import { type NamedValue, nothing, type Pasted } from '../../../lib/pasted/pasted';
import { readAddress } from '../../../lib/pasted/read-address';
import { readPasted } from '../../../lib/pasted/read-pasted';
import { withPasted } from './connection-draft';
import { movedTo, type NewGateway, named } from './new-gateway';

export interface Filled {
  readonly form: NewGateway;
  readonly text: string;
  /** Where the text doesn't tell which key belongs to which address: nothing is filled before that is chosen. */
  readonly choices: Choices | null;
}

/** What to choose from; an empty address keeps the one in the form. */
export interface Choices {
  readonly from: Pasted['from'];
  readonly addresses: readonly NamedValue[];
  readonly keys: readonly NamedValue[];
}

/**
 * What a pasted text fills.
 * @param intoAddress an address alone fills the form only where one belongs
 * @returns `null` where the text is to be pasted as it is
 */
export function filledFrom(form: NewGateway, text: string, intoAddress: boolean): Filled | null {
  const pasted = readPasted(text);
  if (pasted === null || (pasted.from === 'address' && !intoAddress)) return null;
  // The key of a service may be meant for a relay whose address is there already.
  if (pasted.from === 'key' && form.baseUrl !== '' && hostOf(form.baseUrl) !== hostOf(pasted.baseUrl ?? ''))
    return null;
  const { choices, from } = pasted;
  if (choices === null) return { form: withFilled(form, pasted), text: wordsOf(pasted), choices };
  const own = { name: form.baseUrl === '' ? 'None: I type it below' : 'Base URL in this form', value: '' };
  const addresses = [...choices.addresses, own];
  const message = `Choose which address and key of the ${from} belong together. Nothing is filled or sent before.`;
  return { form, text: message, choices: { from, addresses, keys: choices.keys } };
}

/** @param key `null`: none of them */
export function filledFromChoice(
  form: NewGateway,
  from: Pasted['from'],
  address: NamedValue | null,
  key: NamedValue | null,
): Filled {
  const read = address === null || address.value === '' ? null : readAddress(address.value);
  const pasted = { ...nothing, from, ...read, key: key?.value ?? null };
  return { form: withFilled(form, pasted), text: wordsOf(pasted), choices: null };
}

function withFilled(form: NewGateway, pasted: Pasted): NewGateway {
  const moved = movedTo(form, pasted.baseUrl ?? form.baseUrl);
  return {
    ...moved,
    ...(pasted.gateway === null ? ofService(form, pasted) : named(form, knownGateway(pasted.gateway))),
    key: pasted.key ?? moved.key,
    draft: withPasted(moved.draft, pasted),
    pasted,
  };
}

const ofService = (form: NewGateway, { service }: Pasted): Partial<NewGateway> =>
  form.isNamed || service === null ? {} : { name: service };

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

/** `Filled from the cURL command: address, key, 2 headers.` */
function wordsOf({ from, baseUrl, key, isKeyOpen, headers, query, model, leftOut }: Pasted): string {
  const parts = [
    ...(baseUrl === null ? [] : ['address']),
    ...(key === null ? [] : ['key']),
    ...counted(headers.length, 'header'),
    ...counted(query.length, 'query parameter'),
    ...(model === null ? [] : [`model ${model}`]),
  ];
  const missing = [
    ...(isKeyOpen && key === null ? ['the key'] : []),
    ...headers.filter(({ value }) => value === '').map(({ name }) => name),
  ];
  const open = missing.length === 0 ? '' : ` Still to enter: ${missing.slice(0, MOST_NAMES).join(', ')}.`;
  const left = leftOut.length === 0 ? '' : ` Left out: ${leftOut.slice(0, MOST_NAMES).join(', ')}.`;
  const others = `${left}${open}`;
  if (parts.length === 0) return `Found nothing to fill in the ${from}.${others}`;
  return `Filled from the ${from}: ${parts.join(', ')}.${others}`;
}

/** As many as are read at a glance. */
const MOST_NAMES = 6;

const counted = (count: number, noun: string): readonly string[] =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];
