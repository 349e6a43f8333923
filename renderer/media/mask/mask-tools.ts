/** The tools of the mask editor and how they are set. */

export const tools = ['brush', 'eraser', 'rectangle', 'lasso'] as const;
export type Tool = (typeof tools)[number];

export interface ToolSettings {
  readonly tool: Tool;
  /** Diameter of the brush, in pixels of the image. */
  readonly size: number;
  /** Percent. */
  readonly softness: number;
  /** Percent. */
  readonly opacity: number;
}

export const toolNames: Readonly<Record<Tool, { readonly label: string; readonly key: string }>> = {
  brush: { label: 'Brush', key: 'B' },
  eraser: { label: 'Eraser', key: 'E' },
  rectangle: { label: 'Rectangle', key: 'R' },
  lasso: { label: 'Lasso', key: 'L' },
};

export const sizeRange = { min: 1, max: 1_000 } as const;

const held = (value: number, min: number, max: number) => Math.round(Math.min(max, Math.max(min, value)));

/** A brush that suits the image. */
export const firstSettings = (width: number, height: number): ToolSettings => ({
  tool: 'brush',
  size: held(Math.max(width, height) / 20, sizeRange.min, sizeRange.max),
  softness: 0,
  opacity: 60,
});

/** What a key without Ctrl sets; `null` for all others. */
export function settingsByKey(settings: ToolSettings, key: string): ToolSettings | null {
  const { size, softness } = settings;
  const resized = (by: number) => ({
    ...settings,
    size: held(by > 0 ? Math.max(size + 1, size * 1.15) : Math.min(size - 1, size / 1.15), 1, sizeRange.max),
  });
  const softened = (by: number) => ({ ...settings, softness: held(softness + by, 0, 100) });
  if (key === '[') return resized(-1);
  if (key === ']') return resized(1);
  if (key === '{') return softened(-10);
  if (key === '}') return softened(10);
  const tool = tools.find((one) => toolNames[one].key === key.toUpperCase());
  return tool === undefined ? null : { ...settings, tool };
}

/** `Brush, 51 px, softness 20 %` */
export function settingsText({ tool, size, softness }: ToolSettings): string {
  const { label } = toolNames[tool];
  if (tool === 'rectangle' || tool === 'lasso') return label;
  return `${label}, ${size} px, softness ${softness} %`;
}
