/**
 * Runs shell lines of scenarios and other tests. Commands of ours in a line share a process with the others (`run.ts`), where no shell is
 * needed.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { runWarm } from './run.ts'

export interface Where {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** True if stderr is printed in between. */
  readonly isTogether?: boolean
}

export interface Printed {
  readonly stdout: string
  readonly status: number | null
}

/** Runs the steps of a line, joined by `;` and `&&`, or the whole line in a shell. */
export function runLine(line: string, where: Where): Printed {
  const { folder = '.', rest = line } = /^cd (?<folder>[\w-]+) && (?<rest>[^]*)$/.exec(line)?.groups ?? {}
  const steps = stepsOf(rest)
  if (steps === undefined) return runInShell(line, where)
  const there = { ...where, cwd: join(where.cwd, folder) }
  let stdout = ''
  let status: number | null = 0
  for (const { text, isIfGood } of steps) {
    if (isIfGood && status !== 0) continue
    const printed = runCommand(text, there) ?? runInShell(text, there)
    stdout += printed.stdout
    status = printed.status
  }
  return { stdout, status }
}

interface Step {
  readonly text: string
  /** Whether it is joined by `&&`. */
  readonly isIfGood: boolean
}

const quoted = /'[^']*'|"(?:[^"\\]|\\.)*"/g

/** Anything that one step leaves to the next in a shell, or that is more than a list of commands. */
const needsOneShell =
  /[(){}\n]|\|\||(?<![>&])&(?![&>\d])|<<|(?:^|[;&] *)(?:cd|export|set|unset|exec|exit|trap|wait|read|for|if|while|case|\w+=\S*(?: *[;&]| *$))(?![\w-])/

/** `undefined`: only one shell can run the whole line. */
function stepsOf(line: string): readonly Step[] | undefined {
  const kept: string[] = []
  const bare = line.replaceAll(quoted, (text) => `\0${kept.push(text) - 1}\0`)
  if (/\$[?(]|`/.test(line) || needsOneShell.test(bare) || /['"\\]/.test(bare)) return undefined
  const parts = bare.split(/ *(&&|;) */)
  const texts = parts.map((part) => part.replaceAll(/\0(\d+)\0/g, (_, index) => kept[Number(index)] ?? ''))
  return texts.flatMap((text, index) =>
    index % 2 === 1 || text === '' ? [] : [{ text, isIfGood: texts[index - 1] === '&&' }],
  )
}

/** A word in which the shell has nothing to expand. */
const word = /(?:[-\w./=:@,+^%]|'[^']*'|"[^"$`\\]*")+/.source
const command = new RegExp(
  `^(?<env>(?:\\w+=(?:${word})? +)*)slipway(?<args>(?: +${word})*)(?<to>(?: +(?:2>&1|2?> ?/dev/null))*)$`,
)

/** The part of the command's output that is printed, by its redirections without spaces. `undefined`: only a shell knows. */
function printedOf(to: string, isTogether: boolean): 'all' | 'out' | 'err' | 'nothing' | undefined {
  if (to === '') return isTogether ? 'all' : 'out'
  if (to === '2>&1') return 'all'
  if (to === '2>/dev/null') return 'out'
  if (to === '>/dev/null') return isTogether ? 'err' : 'nothing'
  return to === '>/dev/null2>&1' || to === '>/dev/null2>/dev/null' ? 'nothing' : undefined
}

/** A command of ours with words only. `undefined`: it needs a shell, or a process of its own. */
function runCommand(text: string, { cwd, env, isTogether = false }: Where): Printed | undefined {
  const { env: before = '', args = '', to = '' } = command.exec(text)?.groups ?? { to: text }
  const printed = printedOf(to.replaceAll(' ', ''), isTogether)
  if (printed === undefined) return undefined
  const variables = wordsOf(before).map((each) => /^(\w+)=([^]*)$/.exec(each)?.slice(1) ?? [])
  const ended = runWarm({
    args: wordsOf(args),
    cwd,
    env: { ...env, ...(Object.fromEntries(variables) as NodeJS.ProcessEnv) },
    isTogether: printed === 'all',
  })
  if (ended === undefined) return undefined
  const stdout = printed === 'nothing' ? '' : printed === 'err' ? ended.err : ended.out
  return { stdout, status: ended.code }
}

function wordsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(new RegExp(word, 'g')), ([whole]) => whole.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'))
}

function runInShell(line: string, { cwd, env, isTogether = false }: Where): Printed {
  const script = isTogether ? `{ ${line}\n} 2>&1` : line
  const { stdout, status } = spawnSync('sh', ['-c', script], { cwd, env, encoding: 'utf8' })
  return { stdout, status }
}
