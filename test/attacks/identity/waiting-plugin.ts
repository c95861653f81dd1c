/** A plugin that names the port at which it may register and then waits, so that others have time to come first. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command, until, type Sandbox } from '../../faulty/sandbox.ts'

export interface Door {
  /** The plugin may register here. */
  readonly port: number
  /** The launched process. */
  readonly pid: number
}

export class WaitingPlugin {
  readonly id: string
  readonly #doors: string
  readonly #go: string

  constructor(box: Sandbox, id: string, behaviour: string) {
    this.id = id
    this.#doors = join(box.dir, 'doors')
    this.#go = join(box.dir, 'go')
    const lines = [
      `echo "$$ $BLUELINK_BUILD_ENGINE_PLUGIN_SERVICE_PORT" >> ${this.#doors}`,
      `until [ -e ${this.#go} ]; do sleep 0.02; done`,
      `${command(behaviour, id)} ${box.file}`,
    ]
    box.installScript(id, lines.join('\n'))
  }

  async door(launch: number): Promise<Door> {
    await until(() => this.#lines().length >= launch)
    const [pid, port] = (this.#lines()[launch - 1] ?? '').split(' ').map(Number)
    return { pid: pid ?? 0, port: port ?? 0 }
  }

  letGo(): void {
    writeFileSync(this.#go, '')
  }

  holdBack(): void {
    rmSync(this.#go, { force: true })
  }

  #lines(): readonly string[] {
    return existsSync(this.#doors) ? readFileSync(this.#doors, 'utf8').split('\n').slice(0, -1) : []
  }
}
