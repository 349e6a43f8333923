/** What a check asks of a model: one record for each probe. How it asks and judges is in `electron/core/checks/probes`. */
import type { ModalityId } from '../modalities/modality';

/**
 * - `ability`: whether the model does something, such as calling a tool.
 * - `identity`: whether the gateway sends what was ordered: this model, counted truly, with all of the prompt.
 * - `speed`: how fast replies come.
 */
export type ProbeKind = 'ability' | 'identity' | 'speed';

export interface ProbeFacts {
  readonly kind: ProbeKind;
  /** Which models it is for, by what they generate. */
  readonly modality: ModalityId;
  /** In tables and chips. */
  readonly label: string;
  /** One sentence: what is asked. */
  readonly help: string;
}

const ability = (label: string, help: string, modality: ModalityId = 'chat'): ProbeFacts => ({
  kind: 'ability',
  modality,
  label,
  help,
});
const identity = (label: string, help: string): ProbeFacts => ({
  kind: 'identity',
  modality: 'chat',
  label,
  help,
});
const speed = (label: string, help: string): ProbeFacts => ({ kind: 'speed', modality: 'chat', label, help });

/** In the order in which they are run and shown. */
export const probeFacts = {
  reply: ability('Reply', 'Asks for one short reply.'),
  stream: ability('Streaming', 'Asks for a streamed reply and watches when its pieces come.'),
  streamUsage: ability('Usage in streams', 'Asks for the token counts at the end of a stream.'),
  systemRole: ability('System prompt', 'Gives a code word in a system message and asks for it.'),
  developerRole: ability('Developer role', 'Gives a code word in a developer message and asks for it.'),
  stop: ability('Stop sequences', 'Counts, with a stop sequence on the way.'),
  maxTokens: ability('Max tokens', 'Asks for a long reply and limits it to a few tokens.'),
  n: ability('Several choices', 'Asks for two replies to one request.'),
  seed: ability('Seed', 'Asks twice with one seed and once with another.'),
  temperature0: ability('Temperature 0', 'Asks twice with a temperature of 0.'),
  jsonMode: ability('JSON mode', 'Asks for JSON by the field alone.'),
  jsonSchema: ability('Structured output', 'Gives a strict schema that the prompt doesn’t mention.'),
  toolsAuto: ability('Tool calls', 'Offers a tool that the question needs.'),
  toolsForced: ability('Forced tool', 'Names the tool to call.'),
  toolsParallel: ability('Parallel tools', 'Asks for two tool calls in one reply.'),
  toolsRoundTrip: ability('Tool results', 'Returns a tool result and asks for what is in it.'),
  vision: ability('Images', 'Shows drawn numbers and asks for them.'),
  pdf: ability('PDF', 'Sends a one-page PDF and asks for the number in it.'),
  audioIn: ability('Audio input', 'Sends short beeps and asks for their number.'),
  audioOut: ability('Audio output', 'Asks for a spoken reply.'),
  prefill: ability('Prefill', 'Gives the beginning of the reply.'),
  logprobs: ability('Log probabilities', 'Asks for the probabilities of tokens.'),
  reasoningEffort: ability('Reasoning effort', 'Asks with low and with high effort.'),
  promptCache: ability('Prompt caching', 'Sends one long prompt twice.'),
  context: ability('Long context', 'Hides numbers in longer and longer texts and asks for them.'),
  languages: ability('Languages', 'Asks for five languages in their own scripts.'),
  imageSize: ability('Image size', 'Generates one image of a given size.', 'image'),
  imageFormat: ability('Image format', 'Generates one image as JPEG or WebP.', 'image'),
  imageTransparency: ability('Transparency', 'Generates one image with a transparent background.', 'image'),
  speechVoices: ability('Voices', 'Speaks a word with two of the voices.', 'speech'),
  speechFormats: ability('Audio formats', 'Speaks a word as WAV and as MP3.', 'speech'),
  videoOffer: ability(
    'Video offer',
    'Reads which durations and resolutions the catalog offers. Sends nothing.',
    'video',
  ),
  modelName: identity('Model name', 'Compares the model that answers with the one that was asked.'),
  tokenCounts: identity('Token counts', 'Compares the counted tokens with the tokenizer, where it is known.'),
  countsAgree: identity('Counts agree', 'Compares the counts of a stream with those of a whole reply.'),
  usageGrows: identity('Usage grows', 'Sends texts of three lengths and compares their counts.'),
  chargesListed: identity('Charges', 'Compares what is charged with the list of models.'),
  ownEngine: identity('Own engine', 'Compares the replies of three models to the same questions.'),
  limitsHold: identity('Claimed limits', 'Compares what is accepted with the claimed limits.'),
  reference: identity('Like the reference', 'Asks the reference profile the same questions.'),
  speedAlone: speed('Speed', 'Streams three replies, one after the other.'),
  speed2: speed('Speed, 2 streams', 'Streams two replies at once.'),
  speed4: speed('Speed, 4 streams', 'Streams four replies at once.'),
  speed8: speed('Speed, 8 streams', 'Streams eight replies at once.'),
} as const satisfies Readonly<Record<string, ProbeFacts>>;

export type ProbeId = keyof typeof probeFacts;

export const probeIds = Object.keys(probeFacts) as [ProbeId, ...ProbeId[]];
