/** The names of fields of a request, as gateways call them. */

/** Fields of the request's body beyond those of the form. */
export type Extra = Readonly<Record<string, unknown>>;

/** Names that gateways use for one thing, the first of them that of the interface. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  max_tokens: ['max_completion_tokens', 'max_output_tokens', 'max_new_tokens'],
  n: [
    ...['num_images', 'number_of_images', 'num_outputs', 'num_videos', 'number_of_videos', 'sample_count'],
    ...['batch_size', 'num_completions', 'candidate_count', 'num_samples', 'image_count'],
  ],
  duration: ['seconds', 'duration_seconds', 'video_length', 'num_seconds'],
  size: ['image_size', 'width', 'height'],
  stop: ['stop_sequences'],
  voice: ['voice_id'],
};

/** All names of a field, as gateways call it. */
export const namesOf = (wire: string): readonly string[] => [wire, ...(aliases[wire] ?? [])];
