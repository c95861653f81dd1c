import { isatty } from 'node:tty'
import { Failure } from '@slipway/model'
import picocolors from 'picocolors'
import { exitCodes } from './exit-codes.ts'
import { commandBreaker, isInCi } from './ci-commands.ts'
import { safeText } from './safe-text.ts'

/** A stream for output; drops all output after its reader has gone. */
export interface Output {
  /** Writes text in our colours: escapes anything else that could control a terminal, or start a command in a CI job. */
  write(text: string): void
  /** Like `write`, for text that may start a command in a CI job: our own annotations, and documents in another form. */
  writeAsIs(text: string): void
  /** Only on a terminal: writes text with cursor movements. */
  draw?(picture: string): void
  /** True on a terminal. */
  readonly isTerminal: boolean
  /** Width of the terminal; 80 if there is none. */
  readonly columns: number
  readonly color: boolean
}

/** The streams of a command: data goes to `out`, messages to `err`; questions are asked only when both ends are a terminal. */
export interface Console {
  readonly out: Output
  readonly err: Output
  readonly canAsk: boolean
  readonly env: NodeJS.ProcessEnv
  /** Reading it fails with `cli/folder-gone` when the folder was removed. */
  readonly cwd: string
}

export function processConsole(): Console {
  const { env, argv } = process
  const breakCommands = isInCi(env)
  // A program reads stdout then, and needs each value byte for byte.
  const isForPrograms = argv.includes('--json') || argv.includes('--raw')
  return {
    out: outputOf(process.stdout, { env, breakCommands: breakCommands && !isForPrograms }),
    err: outputOf(process.stderr, { env, breakCommands }),
    canAsk: isatty(0) && isatty(2) && !truthy(env['CI']),
    env,
    get cwd() {
      return currentFolder()
    },
  }
}

function currentFolder(): string {
  try {
    return process.cwd()
  } catch (error) {
    throw new Failure('cli/folder-gone', 'the folder that slipway was started in no longer exists', {
      hint: 'change to a folder that exists, or run cd "$PWD" if this one was created again',
      cause: error,
    })
  }
}

export type Colors = ReturnType<typeof picocolors.createColors>

/** Colours for an output that shows them; otherwise they change nothing. */
export function paint(output: Pick<Output, 'color'>): Colors {
  return picocolors.createColors(output.color)
}

/** Follows the conventions of NO_COLOR and FORCE_COLOR; a dumb terminal and a pipe get no colours. */
export function wantsColor(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return isTerminal && env['TERM'] !== 'dumb'
}

function truthy(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}

let isToldOfLoss = false

/** `slipway state export > full-disk/state.json` must not look like a success. */
function dataIsLost({ message }: Error): void {
  if (isToldOfLoss) return
  isToldOfLoss = true
  const code = 'cli/output-lost'
  process.stderr.write(`error: the output cannot be written: ${message}  [${code}]\n`)
  process.on('exit', () => {
    if (Number(process.exitCode ?? 0) === exitCodes.ok) process.exitCode = exitCodes.failed
  })
}

interface OutputOptions {
  readonly env: NodeJS.ProcessEnv
  /** A CI system may take lines that other people wrote for commands. */
  readonly breakCommands: boolean
}

function outputOf(stream: NodeJS.WriteStream & { readonly fd: number }, { env, breakCommands }: OutputOptions): Output {
  let open = true
  stream.on('error', (error: NodeJS.ErrnoException) => {
    open = false
    // `slipway up | head -1`: the reader is gone, and the deployment continues.
    if (error.code !== 'EPIPE' && stream.fd === 1) dataIsLost(error)
  })
  // Does not use `stream.isTTY`: it is undefined on a pipe, and picocolors then decides for itself, with colours wherever CI is set.
  const isTerminal = isatty(stream.fd)
  const color = wantsColor(isTerminal, env)
  const broken = breakCommands ? commandBreaker() : (text: string) => text
  const put = (text: string): void => {
    if (open) stream.write(text)
  }
  return {
    write: (text) => put(broken(safeText(text, color))),
    writeAsIs: (text) => put(safeText(text, color)),
    ...(isTerminal && { draw: (picture: string) => put(broken(picture)) }),
    isTerminal,
    get columns() {
      return stream.columns || 80
    },
    color,
  }
}
