/** Codes for the progress bar of a terminal, as some runtimes print them, once all that is not ASCII text has been removed. */
const progress = /\]9;4;\d;\\?/g

/** The port in the first line that a plugin prints; `undefined` where it is none. */
export function portIn(line: string): number | undefined {
  const text = line
    .replaceAll(/[^ -~]/g, '')
    .replaceAll(progress, '')
    .trim()
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return port > 0 && port < 65_536 ? port : undefined
}
