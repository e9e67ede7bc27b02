/** Resolves after so many milliseconds, or when somebody skips. */
export function sleep(time: number, skipped: AbortSignal): Promise<void> {
  if (skipped.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    skipped.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
