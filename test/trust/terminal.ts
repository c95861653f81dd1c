import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import { slipway } from '../ledger/command.ts'

/** Why a test cannot give a command a terminal, for which it needs `script`. */
export const lacksTerminal =
  spawnSync('script', ['--version']).status === 0 ? false : 'needs script (apt-get install util-linux)'

/** The place where a command runs. */
interface Place {
  readonly clone: string
  readonly env: NodeJS.ProcessEnv
}

/** Runs a command on a terminal, and answers each question when it appears. Resolves to everything that was shown. */
export async function onTerminal(
  { clone, env: given }: Place,
  line: string,
  answers: readonly (readonly [question: string, answer: string])[],
): Promise<string> {
  const args = ['--quiet', '--return', '--command', `"${slipway}" ${line}`, '/dev/null']
  const env = { CI: '', ...given, NODE_TEST_CONTEXT: undefined }
  // If the question never comes, the process is ended and the test fails.
  const child = spawn('script', args, { cwd: clone, env, timeout: 120_000 })
  const left = [...answers]
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += stripVTControlCharacters(chunk).replaceAll('\r', '')
    const [next] = left
    if (next === undefined || !text.endsWith(next[0])) return
    left.shift()
    child.stdin.write(`${next[1]}\n`)
  })
  await once(child, 'close')
  return text
}
