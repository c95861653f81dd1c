/** The message of a shell that could not become the program: `slipway-process: 5: exec: serve: not found`. */
const shellWords = /^slipway-process: (?:line )?\d+: (?:exec: )?(.+): ([^:]+)$/

/** The reason why a program never ran, if the last line of its log is the shell's. The reader needs only the reason. */
export function neverRan(lastLine = ''): string | undefined {
  const [, program, why = ''] = shellWords.exec(lastLine) ?? []
  if (program === undefined) return undefined
  if (/not found|no such file/i.test(why)) return `there is no program ${program}, or its interpreter is missing`
  if (/permission denied|is a directory/i.test(why)) return `${program} cannot be run: it is not an executable file`
  return `${program} cannot be run: ${why}`
}
