/** Vectors of texts, in the forms that gateways send them. */
import { arriving, type Body, charge, type FarRequest, type Gateway } from './gateway';
import { type Claim, costFactor, type Made } from './make';
import { decimalOf, metadata, priceOf } from './money';
import { json } from './reply';
import { drawDelay } from './slowness';

const DIMENSIONS = 4;

/** The first text is an answer; what it is compared with carries the name of the intent. */
export function makeVectors(gateway: Gateway, request: FarRequest, body: Body, claim: Claim): Made {
  const { wireRandom } = gateway;
  const texts = (Array.isArray(body.input) ? body.input : [body.input]).map(String);
  const numbers = texts.map(() => Array.from({ length: DIMENSIONS }, () => wireRandom.next() - 0.5));
  const isPacked = wireRandom.chance(0.3);
  const data = numbers.map((vector, index) => ({ index, embedding: isPacked ? packed(vector) : vector }));
  const sent = wireRandom.chance(0.3) ? data.toReversed() : data;
  const amount = priceOf(gateway, 'vectors') * costFactor(body);
  const takesMs = wireRandom.int(50, 3_000) + drawDelay(gateway);
  return {
    ...{ takesMs, repliesAfterMs: takesMs },
    finish() {
      const charged = charge(gateway, request, {
        amount,
        operation: 'embeddings',
        text: texts.slice(1).join('\n'),
      });
      const used = claim ?? decimalOf(gateway, amount);
      return arriving(json(200, { object: 'list', data: sent, ...metadata(gateway, used) }), charged);
    },
  };
}

/** Floats of 32 bits in base64. */
const packed = (vector: readonly number[]): string =>
  Buffer.from(Float32Array.from(vector).buffer).toString('base64');
