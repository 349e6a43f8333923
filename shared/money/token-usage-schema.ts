/** Tokens of a reply and their prices, as files and archives hold them. */
import { z } from 'zod';
import { moneyUnits } from './money-units';
import { pieceKinds, tokenKinds } from './token-usage';

const count = z.int().min(0).max(1e12);
const price = z.number().min(0).max(1e9);

export const tokenDetailsSchema = z
  .object({
    cacheWrite: count,
    cacheWriteHour: count,
    inputAudio: count,
    inputImage: count,
    outputAudio: count,
    outputImage: count,
    accepted: count,
    rejected: count,
    searches: count,
    images: count,
  })
  .partial();

export const tokenPricesSchema = z.object({
  unit: z.enum(moneyUnits),
  per: z.union([z.literal(1_000), z.literal(1_000_000)]),
  tokens: z.partialRecord(z.enum(tokenKinds), price),
  pieces: z.partialRecord(z.enum(pieceKinds), price).optional(),
});
