/** What some runtimes print for terminals, once what no letter is has been taken out of it. */
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
