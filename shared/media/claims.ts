/** What a file from anywhere says of itself: read, shown, and never taken for the truth. */

export type ClaimSource =
  | 'a1111'
  | 'comfyui'
  | 'invokeai'
  | 'novelai'
  | 'fooocus'
  | 'swarmui'
  | 'drawthings'
  | 'c2pa';

export const claimSourceNames: Readonly<Record<ClaimSource, string>> = {
  a1111: 'Stable Diffusion web UI',
  comfyui: 'ComfyUI',
  invokeai: 'InvokeAI',
  novelai: 'NovelAI',
  fooocus: 'Fooocus',
  swarmui: 'SwarmUI',
  drawthings: 'Draw Things',
  c2pa: 'Content credentials (C2PA)',
};

/** The settings that one program wrote into a file. */
export interface FileClaim {
  readonly source: ClaimSource;
  readonly prompt?: string;
  readonly negativePrompt?: string;
  readonly model?: string;
  readonly seed?: number;
  readonly width?: number;
  readonly height?: number;
  /** Everything else of it, as it was written; bounded. */
  readonly others: readonly (readonly [name: string, value: string])[];
}
