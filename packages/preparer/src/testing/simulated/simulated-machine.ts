import { mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { Failure } from '@slipway/model'
import type { Launch, LaunchState, Supervisor } from '../../supervise/supervisor.ts'
import type { Mortal } from './mortal.ts'

/** How many times something fails before it succeeds. */
export interface Troubles {
  launch: number
  /** A process that fails to launch may run all the same. */
  readonly isHalfLaunched: boolean
  halt: number
}

interface Program {
  readonly pod: string
  readonly launchable: string
  /** The version in the command. */
  readonly version: string
  readonly pid: number
  isAlive: boolean
}

/** The processes of a machine: they live on when a preparer dies. */
export class SimulatedMachine {
  /** Violations of rules that must always hold. */
  readonly violations: string[] = []
  readonly #programs = new Map<string, Program>()
  readonly #troubles: (version: string) => Troubles
  #pids = 100

  constructor(troubles: (version: string) => Troubles) {
    this.#troubles = troubles
  }

  /** `launchable version` of a pod's running programs, sorted. */
  runningOf(pod: string): readonly string[] {
    return [...this.#programs.values()]
      .filter((program) => program.pod === pod && program.isAlive)
      .map(({ launchable, version }) => `${launchable} ${version}`)
      .sort()
  }

  /** Kills all programs of a pod, together with their shims. */
  crash(pod: string): void {
    for (const program of this.#programs.values()) if (program.pod === pod) program.isAlive = false
  }

  supervisor(mortal: Mortal): Supervisor {
    return {
      start: (launch) => mortal.call(() => this.#start(launch)),
      stop: (folder) => mortal.call(() => this.#stop(folder)),
      state: (folder) => this.#state(folder),
    }
  }

  async #start({ folder, command }: Launch): Promise<void> {
    if (this.#programs.get(folder)?.isAlive === true) return
    mkdirSync(folder, { recursive: true })
    const [launchable, pod] = [basename(folder), basename(dirname(dirname(folder)))]
    const version = command.at(-1) ?? ''
    const troubles = this.#troubles(version)
    const isFailing = troubles.launch > 0
    if (isFailing) troubles.launch--
    if (!isFailing || troubles.isHalfLaunched) this.#run(folder, { pod, launchable, version })
    if (isFailing) throw new Failure('node/launch-failed', `${version} could not be started`)
  }

  #run(folder: string, started: Pick<Program, 'pod' | 'launchable' | 'version'>): void {
    const { pod, launchable } = started
    const others = this.runningOf(pod).filter((name) => name.startsWith(`${launchable} `))
    if (others.length > 0) this.violations.push(`${launchable} ${started.version} of ${pod} beside ${others.join()}`)
    this.#programs.set(folder, { ...started, pid: this.#pids++, isAlive: true })
  }

  async #stop(folder: string): Promise<void> {
    const program = this.#programs.get(folder)
    if (program === undefined) return
    const troubles = this.#troubles(program.version)
    if (troubles.halt > 0) {
      troubles.halt--
      throw new Failure('node/halt-failed', `${program.version} does not end`)
    }
    this.#programs.delete(folder)
  }

  #state(folder: string): LaunchState {
    const program = this.#programs.get(folder)
    return program?.isAlive === true ? { is: 'running', pid: program.pid } : { is: 'none' }
  }
}
