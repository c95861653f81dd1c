/** Marks a process as the program, so that it differs from its own child processes. */
export const isProgram = 'SLIPWAY_IS_PROGRAM'

/** A program ends with this code when its SDK has already told the user the reason. */
export const toldCode = 32

/** A program ends with this code when it has called `process.exit(0)` while work was still pending. */
export const earlyCode = 34

/** The end of `process.exit`, after all listeners were called. A process that ends because nothing is left to do ends without it. */
interface Ending {
  reallyExit(code: number): never
}

/** Gives a program that ends itself an exit code of its own: otherwise it looks like a program that ran to its end. */
export function markEarlyExit(): void {
  if (process.env[isProgram] === undefined) return
  delete process.env[isProgram]
  let hasNothingToDo = false
  let asked = 0
  process.on('beforeExit', () => {
    hasNothingToDo = true
  })
  process.on('exit', (code) => {
    asked = code
  })
  const ending = process as unknown as Ending
  const end = ending.reallyExit.bind(process)
  // The SDK turns 0 into 1 while something is still pending, so such an end was early.
  const isEarly = (code: number): boolean => !hasNothingToDo && asked === 0 && (code === 0 || code === 1)
  ending.reallyExit = (code) => end(isEarly(code) ? earlyCode : code)
}
