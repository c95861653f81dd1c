/** Lines of the shell, as scenarios and other tests have them. One that is a single command shares the process with the others (`run.ts`). */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { runWarm } from './run.ts'

export interface Where {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Whether stderr is printed in between. */
  readonly isTogether?: boolean
}

export interface Printed {
  readonly stdout: string
  readonly status: number | null
}

/** One command, of which the shell has nothing to expand, in a folder below. */
const single = /^(?:cd (?<folder>[\w-]+) && )?slipway(?<args>(?: [-\w./=:@,+]+)*)$/

export function runLine(line: string, { cwd, env, isTogether = false }: Where): Printed {
  const { folder = '.', args } = single.exec(line)?.groups ?? {}
  const command = args?.split(' ').slice(1)
  const ended = command && runWarm({ args: command, cwd: join(cwd, folder), env, isTogether })
  if (ended !== undefined) return { stdout: ended.out, status: ended.code }
  const script = isTogether ? `{ ${line}\n} 2>&1` : line
  return spawnSync('sh', ['-c', script], { cwd, env, encoding: 'utf8' })
}
