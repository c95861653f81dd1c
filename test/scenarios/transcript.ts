import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { oneFile } from '../one-file.ts'
import { trusting } from '../trusting.ts'
import { runLine } from '../warm/shell-line.ts'

const root = join(import.meta.dirname, '../..')

/** A folder with the files of a scenario, where the command line runs as if it were a user of its own. */
export interface Sandbox {
  readonly directory: string
  /** Runs a line of the shell; returns all its output, in order, without the parts that differ from run to run. */
  run(line: string): string
  remove(): void
}

/** @param sources folders with files that are copied together */
export async function makeSandbox(sources: readonly string[]): Promise<Sandbox> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-scenario-')))
  const directory = join(base, 'project')
  for (const source of sources) {
    cpSync(source, directory, { recursive: true, filter: (path) => !/(\.slipway|build|transcript\.txt)$/.test(path) })
  }
  const port = String(await freePort())
  const env = environment(base, port)
  return {
    directory,
    run: (line) => {
      const { stdout, status } = runLine(line, { cwd: directory, env, isTogether: true })
      const said = stdout === '' || stdout.endsWith('\n') ? stdout : `${stdout}\n`
      return steady(`${said}${status === 0 ? '' : `[exit ${status}]\n`}`, {
        [directory]: '<dir>',
        [base]: '<home>',
        [port]: '<port>',
      })
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}

/** Makes steps run one at a time: otherwise the order of lines would differ from run to run. */
function environment(home: string, port: string): NodeJS.ProcessEnv {
  return {
    ...trusting,
    PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    HOME: home,
    TMPDIR: home,
    NO_COLOR: '1',
    CI: '1',
    SLIPWAY_PARALLELISM: '1',
    SLIPWAY_VAR_port: port,
    PORT: port,
    // Plugins of scenarios are built once.
    PRESS: oneFile(join(import.meta.dirname, 'links/press.ts')),
    MATHS: oneFile(join(root, 'test/plugins/maths.ts')),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function steady(text: string, names: Readonly<Record<string, string>>): string {
  let result = text
  for (const [name, word] of Object.entries(names)) result = result.replaceAll(name, word)
  return result
    .replaceAll(/\b\d+(\.\d+)? (ms|s)\b|\b\d+ min \d+ s\b/g, '<time>')
    .replaceAll(/"(durationMs|at)":\d+/g, '"$1":0')
    .replaceAll(/\b01[0-9a-hjkmnp-tv-z]{24}\b/g, '<id>')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '<sha256>')
    .replaceAll(/\b[0-9a-f]{8}\b|\b[0-9a-f]{16}\b/g, '<hex>')
    .replaceAll(/\d{4}-\d{2}-\d{2}([ T])\d{2}:\d{2}:\d{2}(\.\d+Z)?/g, '<date>')
}

/** The commands of a transcript: the lines that begin with `$ `. */
export function commandsIn(transcript: string): readonly string[] {
  return transcript
    .split('\n')
    .filter((line) => line.startsWith('$ '))
    .map((line) => line.slice(2))
}
