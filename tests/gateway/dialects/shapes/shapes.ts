/** The shapes of every dialect but the plain one, whose own are in the tests of the client. */

import { aimlapi } from './aimlapi';
import { anthropic } from './anthropic';
import { ark } from './ark';
import { azure } from './azure';
import { cerebras } from './cerebras';
import { cloudflare } from './cloudflare';
import { cohere } from './cohere';
import { dashscope } from './dashscope';
import { deepseek } from './deepseek';
import { fal } from './fal';
import { fireworks } from './fireworks';
import { gemini } from './gemini';
import { groq } from './groq';
import { helicone } from './helicone';
import { huggingface } from './huggingface';
import { litellm } from './litellm';
import { llamacpp } from './llamacpp';
import { lmstudio } from './lmstudio';
import { localai } from './localai';
import { minimax } from './minimax';
import { mistral } from './mistral';
import { moonshot } from './moonshot';
import { newapi } from './newapi';
import { nvidia } from './nvidia';
import { ollama } from './ollama';
import { openai } from './openai';
import { openrouter } from './openrouter';
import { perplexity } from './perplexity';
import { pollinations } from './pollinations';
import { portkey } from './portkey';
import { replicate } from './replicate';
import { requesty } from './requesty';
import type { DialectShapes } from './shape';
import { siliconflow } from './siliconflow';
import { together } from './together';
import { vercel } from './vercel';
import { vllm } from './vllm';
import { xai } from './xai';
import { zhipu } from './zhipu';

export const shapes: readonly DialectShapes[] = [
  ...[openrouter, vercel, litellm, portkey, cloudflare, helicone, openai, azure, together, huggingface],
  ...[aimlapi, anthropic, ark, cerebras, cohere, dashscope, deepseek, fal, fireworks, gemini, groq],
  ...[minimax, mistral, moonshot, newapi, nvidia, perplexity, pollinations, replicate, siliconflow, zhipu],
  ...[requesty, xai, ollama, lmstudio, llamacpp, vllm, localai],
];
