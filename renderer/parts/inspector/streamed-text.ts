/** The text of a streamed reply, joined from its events; empty where they hold none. */
export function streamedText(events: readonly { readonly data: string }[]): string {
  return events.map(({ data }) => deltaOf(data)).join('');
}

function deltaOf(data: string): string {
  try {
    const content: unknown = JSON.parse(data).choices?.[0]?.delta?.content;
    return typeof content === 'string' ? content : '';
  } catch {
    return '';
  }
}
