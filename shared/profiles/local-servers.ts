/** Servers of models on this computer, and the ports they usually listen on. */
import type { GatewayId } from '../gateways/gateways';

export interface LocalPort {
  readonly port: number;
  /** What usually listens there. If several share a port, the reply tells which one. */
  readonly gateways: readonly [GatewayId, ...GatewayId[]];
}

/** As their documentation names them. */
export const localPorts: readonly LocalPort[] = [
  { port: 11_434, gateways: ['ollama'] },
  { port: 1_234, gateways: ['lmstudio'] },
  { port: 8_080, gateways: ['llamacpp', 'localai'] },
  { port: 8_000, gateways: ['vllm'] },
];

/** One that answered. */
export interface LocalServer {
  readonly gateway: GatewayId;
  readonly baseUrl: string;
  /** How many models it lists; `null` where it wants a key first. */
  readonly modelCount: number | null;
}
