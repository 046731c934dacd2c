/** Where a key leads among the points; undefined for a key that means nothing here. Null is no point. */
export function nextPoint(key: string, point: number | null, count: number): number | null | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  const from = (step: number): number => {
    if (point === null) return step > 0 ? 0 : last;
    return Math.min(Math.max(point + step, 0), last);
  };
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return from(1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return from(-1);
    case 'PageDown':
      return from(10);
    case 'PageUp':
      return from(-10);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return point === null ? undefined : null;
    default:
      return undefined;
  }
}
