import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { hasProc, processEntry } from '../identity/proc.ts'
import { withEnvironment } from '../identity/ps.ts'
import { withStdioAlone } from '../output/stdio-alone.ts'
import { settledWithin } from '../settled-within.ts'
import { runVariable } from './strays.ts'

/** Prints the numbers of the processes that carry the mark. */
const strayByProc = `
strays() {
  for environ in $(grep -lszxF -- "$mark" /proc/[0-9]*/environ); do
    pid=\${environ#/proc/}
    echo "\${pid%/environ}"
  done
}
`

/** Does the same with `ps`, which shows environments after commands. The guardian itself has the mark in its command line. */
const strayByPs = `
strays() {
  PATH=/usr/bin:/bin ps -A ${withEnvironment.join(' ')} -o pid= -o command= | while read -r pid words; do
    case " $words " in
    *' slipway-guardian '*) ;;
    *" $mark "*) echo "$pid" ;;
    esac
  done
}
`

/**
 * Reads `+ <group> <start>` and `- <group>` from its stdin. When its owner has ended in any way, stdin ends, and the guardian kills every
 * group still on the list and removes the owner's folder. It runs in a session of its own and ignores signals, so a kill of the owner does
 * not hit it. A leader with another start time is not ours and is left alone. Unless the owner has taken its leave (`q`), it also kills
 * processes that have left their session and bear the mark of the run; if grep cannot look for the mark, the next run does this.
 */
const script = `${hasProc ? strayByProc : strayByPs}
trap '' HUP INT QUIT TERM PIPE
cd /
folder=$1
mark=$2
groups=
while read -r sign group start; do
  case $sign in
  +) groups="$groups $group:$start" ;;
  -) kept=
     for entry in $groups; do [ "\${entry%%:*}" = "$group" ] || kept="$kept $entry"; done
     groups=$kept ;;
  q) mark= ;;
  esac
done
for entry in $groups; do
  group=\${entry%%:*}
  start=\${entry#*:}
  if [ "$start" != 0 ] && read -r stat < "/proc/$group/stat"; then
    set -- \${stat##*') '}
    [ "\${20}" = "$start" ] || continue
  fi
  kill -s KILL -- "-$group"
done
for round in 1 2 3 4 5; do
  [ -n "$mark" ] || break
  found=$(strays)
  [ -n "$found" ] || break
  kill -s KILL $found
done
[ -z "$folder" ] || [ ! -e "$folder" ] || rm -rf -- "$folder"
`

/** Milliseconds in which it may end: it has one line to read. */
const farewellMs = 1000

export interface GuardianOptions {
  /** A folder that is removed together with the owner. */
  readonly folder?: string | undefined
  /** See `GroupRecord.mark`. */
  readonly runMark: string
  readonly onReplaced?: (guardian: GuardianProcess) => void
}

/** The process that ends our groups when we cannot. A dead guardian is replaced, and the new one learns of all living groups. */
export class Guardian {
  readonly #living = new Map<number, number>()
  readonly #folder: string
  readonly #mark: string
  readonly #onReplaced: (guardian: GuardianProcess) => void
  #child: ChildProcess
  #closing = false

  constructor({ folder = '', runMark, onReplaced = () => {} }: GuardianOptions) {
    this.#folder = folder
    this.#mark = `${runVariable}=${runMark}`
    this.#onReplaced = onReplaced
    this.#child = this.#spawn()
  }

  get process(): GuardianProcess {
    const pid = this.#child.pid ?? 0
    return { pid, start: processEntry(pid)?.start ?? 0 }
  }

  /** A starting process announces its own group here, before it becomes the program. */
  get pipe(): Socket {
    return this.#child.stdin as Socket
  }

  /** Remembers a group that has announced itself, for the guardian's successor. */
  remember(group: number, start: number): void {
    this.#living.set(group, start)
  }

  /** Forgets a group. Call it once the group is gone: its number may soon belong to another process. */
  retract(group: number): void {
    this.#living.delete(group)
    this.pipe.write(`- ${group}\n`)
  }

  /** Ends the guardian, which kills the groups still on its list. Does not wait for a stopped or hanging guardian. */
  async close(): Promise<void> {
    this.#closing = true
    const child = this.#child
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.ref()
    this.pipe.end('q\n')
    if (await settledWithin(gone, farewellMs)) return
    child.kill('SIGKILL')
    await gone
  }

  #spawn(): ChildProcess {
    const child = withStdioAlone(['pipe', 'ignore', 'ignore'], (stdio) => {
      const argv = ['-c', script, 'slipway-guardian', this.#folder, this.#mark]
      return spawn('/bin/sh', argv, { detached: true, stdio, env: {} })
    })
    child.unref()
    const pipe = child.stdin as Socket
    pipe.unref()
    // A write to a dead guardian fails; only its exit, which follows, counts.
    pipe.on('error', () => {})
    child.on('error', () => {})
    child.once('exit', () => this.#replace())
    return child
  }

  #replace(): void {
    if (this.#closing) return
    this.#child = this.#spawn()
    for (const [group, start] of this.#living) this.pipe.write(`+ ${group} ${start}\n`)
    this.#onReplaced(this.process)
  }
}

export interface GuardianProcess {
  readonly pid: number
  readonly start: number
}
