/** Matches the codes for a terminal's progress bar that some runtimes print, after removal of all characters that are not ASCII text. */
const progress = /\]9;4;\d;\\?/g

/** The port in the first line that a plugin prints; `undefined` if the line is no port. */
export function portIn(line: string): number | undefined {
  const text = line
    .replaceAll(/[^ -~]/g, '')
    .replaceAll(progress, '')
    .trim()
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return port > 0 && port < 65_536 ? port : undefined
}
