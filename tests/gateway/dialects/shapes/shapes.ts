/** The shapes of every dialect but the plain one, whose own are in the tests of the client. */
import { azure } from './azure';
import { cloudflare } from './cloudflare';
import { helicone } from './helicone';
import { huggingface } from './huggingface';
import { litellm } from './litellm';
import { llamacpp } from './llamacpp';
import { lmstudio } from './lmstudio';
import { localai } from './localai';
import { ollama } from './ollama';
import { openai } from './openai';
import { openrouter } from './openrouter';
import { portkey } from './portkey';
import { requesty } from './requesty';
import type { DialectShapes } from './shape';
import { together } from './together';
import { vercel } from './vercel';
import { vllm } from './vllm';
import { xai } from './xai';

export const shapes: readonly DialectShapes[] = [
  ...[openrouter, vercel, litellm, portkey, cloudflare, helicone, openai, azure, together, huggingface],
  ...[requesty, xai, ollama, lmstudio, llamacpp, vllm, localai],
];
