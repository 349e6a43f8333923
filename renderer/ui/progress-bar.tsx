/** The progress of a job; without a figure it only shows that something is running. */
export function ProgressBar({ progress }: { progress: number | null }) {
  return (
    <div
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={progress === null ? undefined : Math.round(progress * 100)}
      className="h-[3px] overflow-hidden rounded-full bg-line"
    >
      <div className="h-full bg-accent" style={{ width: `${100 * (progress ?? 0)}%` }} />
    </div>
  );
}
