import { isatty } from 'node:tty'
import picocolors from 'picocolors'

/** A stream to write to; what cannot be written any more (the reader has gone) is dropped. */
export interface Output {
  write(text: string): void
  /** True on a terminal. */
  readonly isTerminal: boolean
  /** Of the terminal; 80 when there is none. */
  readonly columns: number
  readonly color: boolean
}

/** Where a command says things: data to `out`, talk to `err`, questions only when both ends are a terminal. */
export interface Console {
  readonly out: Output
  readonly err: Output
  readonly canAsk: boolean
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
}

export function processConsole(): Console {
  const { env } = process
  return {
    out: outputOf(process.stdout, env),
    err: outputOf(process.stderr, env),
    canAsk: isatty(0) && isatty(2) && !truthy(env['CI']),
    env,
    cwd: process.cwd(),
  }
}

export type Colors = ReturnType<typeof picocolors.createColors>

/** Paints, or leaves as it is, by what the output shows. */
export function paint(output: Pick<Output, 'color'>): Colors {
  return picocolors.createColors(output.color)
}

/** NO_COLOR and FORCE_COLOR by their conventions; a dumb terminal and a pipe get none. */
export function wantsColor(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return isTerminal && env['TERM'] !== 'dumb'
}

function truthy(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}

function outputOf(stream: NodeJS.WriteStream & { readonly fd: number }, env: NodeJS.ProcessEnv): Output {
  let open = true
  // `slipway up | head -1`: the reader goes away, and the deployment carries on.
  stream.on('error', () => {
    open = false
  })
  // Not `stream.isTTY`: that is undefined on a pipe, and picocolors then decides for itself, with colours wherever CI is set.
  const isTerminal = isatty(stream.fd)
  return {
    write: (text) => {
      if (open) stream.write(text)
    },
    isTerminal,
    get columns() {
      return stream.columns || 80
    },
    color: wantsColor(isTerminal, env),
  }
}
