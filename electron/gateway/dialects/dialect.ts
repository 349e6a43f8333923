/** How one kind of gateway differs from the others. */
import type { GatewayId } from '../../../shared/gateways/gateways';
import type { MoneyUnit } from '../../../shared/money/money';
import type { GatewayPaths } from '../http/paths';
import type { Refusal } from '../parse/error-reply';
import type { JsonRecord } from '../parse/json';
import type { AccountBalance, ReportedCost } from '../types/call';

export type Operation = 'chat' | 'images' | 'speech' | 'videos';

/** What a balance call says; each part is known or `null`. */
export interface ReportedBalance extends AccountBalance {
  readonly currency: 'USD';
}

export interface GenerationCost {
  readonly path: string;
  /** The id that a call's body (one chunk of a stream, or `null`) or headers name. */
  idOf(body: unknown, headers: Headers): string | null;
  readCost(body: JsonRecord): ReportedCost | null;
}

export interface ModelDetails {
  readonly path: string;
  /** What is added to the record of each id; the first of an id counts. */
  read(body: JsonRecord): readonly (readonly [id: string, facts: JsonRecord])[];
}

/**
 * Every field has a default in `plain.ts`; a dialect names only what differs. Readers are total: what they don't find
 * is `null`, never zero, and they never throw.
 */
export interface Dialect {
  readonly id: GatewayId;
  /** Hosts of the service itself, subdomains included. */
  readonly hosts: readonly string[];
  /** Whether a reply to the list of models has signs that only this kind gives. */
  signs(headers: Headers, body: unknown): boolean;
  readonly paths: Partial<GatewayPaths>;
  /** Before the key, in the header `Authorization`. */
  readonly scheme: string;
  /** Carries the key too, where some operations don't read `Authorization`; `null` for none. */
  readonly keyHeader: string | null;
  /** Sent with every call. */
  readonly fixedHeaders: Readonly<Record<string, string>>;
  /** Sent with a request for media. */
  headers(operation: Operation): Readonly<Record<string, string>>;
  /** Where a finished job has its result, for gateways whose record names only a file's id; else `null`. */
  resultPath(job: JsonRecord): string | null;
  /** Where jobs of these models are asked for, by a POST with their id; `null` where all jobs are asked for alike. */
  readonly jobOfModel: { readonly models: RegExp; readonly path: string } | null;
  /** Sent with the list of models. */
  readonly modelsQuery: Readonly<Record<string, string>>;
  /** What it charges in. */
  readonly unit: MoneyUnit;
  /** A program that people run on their own computers, which charges nothing there. */
  readonly isLocal: boolean;
  /** What a call cost by the gateway's own word. Never credits: those are read from the metadata object. */
  readCost(body: unknown, headers: Headers): ReportedCost | null;
  /** A free call that tells the balance, and refuses a wrong key. */
  readonly balance: { readonly path: string; read(body: JsonRecord): ReportedBalance | null } | null;
  /** A free call that tells what one earlier call cost, by the id that its answer named. */
  readonly generation: GenerationCost | null;
  /** A second free list, with facts of the same models by their ids; what can't be read is done without. */
  readonly details: ModelDetails | null;
  /** A model's record with what this gateway keeps elsewhere put where the generic reader finds it. */
  readModel(record: JsonRecord): JsonRecord;
  /** A request in this gateway's words. */
  toBody(operation: Operation, body: JsonRecord): JsonRecord;
  /** A refusal with what only this gateway means by it. */
  readRefusal(refusal: Refusal, statusCode: number): Refusal;
}
