import {
  Brush,
  Eraser,
  Lasso,
  type LucideIcon,
  Maximize2,
  Redo2,
  Scan,
  Square,
  SquareDashedBottom,
  Trash2,
  Undo2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { IconButton } from '../../ui/button';
import type { Mask } from './mask';
import { sizeRange, type Tool, type ToolSettings, toolNames, tools } from './mask-tools';
import type { MaskBoard } from './use-mask-board';

const icons: Readonly<Record<Tool, LucideIcon>> = {
  brush: Brush,
  eraser: Eraser,
  rectangle: Square,
  lasso: Lasso,
};

interface ToolbarProps {
  board: MaskBoard;
  settings: ToolSettings;
  mask: Mask;
  change: (next: ToolSettings) => void;
}

export function MaskToolbar({ board: { actions }, settings, change, mask }: ToolbarProps) {
  const { tool, size, softness, opacity } = settings;
  const isBrush = tool === 'brush' || tool === 'eraser';
  return (
    <div role="toolbar" aria-label="Tools" className="flex flex-none flex-wrap items-center gap-x-1 gap-y-1">
      {tools.map((one) => (
        <IconButton
          key={one}
          icon={icons[one]}
          label={toolNames[one].label}
          keys={toolNames[one].key}
          aria-pressed={tool === one}
          onClick={() => change({ ...settings, tool: one })}
        />
      ))}
      <Slide
        label="Size"
        unit="px"
        value={size}
        range={{ min: sizeRange.min, max: Math.min(sizeRange.max, Math.max(mask.width, mask.height)) }}
        isIdle={!isBrush}
        onChange={(value) => change({ ...settings, size: value })}
      />
      <Slide
        label="Softness"
        unit="%"
        value={softness}
        isIdle={!isBrush}
        onChange={(value) => change({ ...settings, softness: value })}
      />
      <Slide
        label="Opacity"
        unit="%"
        value={opacity}
        onChange={(value) => change({ ...settings, opacity: value })}
      />
      <span className="flex items-center">
        <IconButton
          icon={Undo2}
          label="Undo"
          keys="Ctrl+Z"
          unusable={mask.done.length === 0 && 'nothing was drawn'}
          onClick={actions.undo}
        />
        <IconButton
          icon={Redo2}
          label="Redo"
          keys="Ctrl+Shift+Z"
          unusable={mask.undone.length === 0 && 'nothing was undone'}
          onClick={actions.redo}
        />
        <IconButton icon={SquareDashedBottom} label="Invert" keys="I" onClick={actions.invert} />
        <IconButton icon={Trash2} label="Clear" keys="Delete" onClick={actions.clear} />
        <IconButton icon={ZoomOut} label="Zoom out" keys="-" onClick={actions.zoomOut} />
        <IconButton icon={ZoomIn} label="Zoom in" keys="+" onClick={actions.zoomIn} />
        <IconButton icon={Maximize2} label="Fit" keys="0" onClick={actions.fit} />
        <IconButton icon={Scan} label="Actual size" keys="1" onClick={actions.actual} />
      </span>
    </div>
  );
}

interface SlideProps {
  label: string;
  unit: string;
  value: number;
  range?: { min: number; max: number };
  isIdle?: boolean;
  onChange: (value: number) => void;
}

function Slide({ label, unit, value, range = { min: 0, max: 100 }, isIdle = false, onChange }: SlideProps) {
  const filled = (100 * (value - range.min)) / (range.max - range.min);
  return (
    <label className={`mx-1 flex items-center gap-1.5 text-sm ${isIdle ? 'text-faint' : 'text-muted'}`}>
      {label}
      <input
        type="range"
        {...range}
        value={value}
        disabled={isIdle}
        aria-valuetext={`${value} ${unit}`}
        onChange={(event) => onChange(Number(event.target.value))}
        className="range w-20"
        style={{ '--filled': `${filled}%` } as React.CSSProperties}
      />
      <span className="w-[calc(3.6rem*var(--text-scale))]">
        {value} {unit}
      </span>
    </label>
  );
}
